/** Credentials in a proxy's address, as the header that carries them. */
export function proxyCredentials(proxy: URL): Record<string, string> {
  if (proxy.username === '' && proxy.password === '') return {};
  const text = `${decoded(proxy.username)}:${decoded(proxy.password)}`;
  return { 'Proxy-Authorization': `Basic ${Buffer.from(text).toString('base64')}` };
}

/** A `%` that escapes nothing stands for itself. */
function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
