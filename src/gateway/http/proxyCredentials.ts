/** Credentials in a proxy's address, as the header that carries them. */
export function proxyCredentials(proxy: URL): Record<string, string> {
  if (proxy.username === '') return {};
  const text = `${decodeURIComponent(proxy.username)}:${decodeURIComponent(proxy.password)}`;
  return { 'Proxy-Authorization': `Basic ${Buffer.from(text).toString('base64')}` };
}
