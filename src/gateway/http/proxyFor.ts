/** Environment variables that name a proxy, in capitals or small letters. */
export type ProxyVariables = Readonly<Record<string, string | undefined>>;

/**
 * The proxy for an address, or `null` for none: `HTTPS_PROXY` or `HTTP_PROXY` by scheme, unless `NO_PROXY` names the
 * host (`*`, `example.com` with all below it, `.example.com`, each with an optional `:port`). Small letters win, as in curl.
 */
export function proxyFor(url: URL, variables: ProxyVariables): URL | null {
  const read = (name: string) => variables[name.toLowerCase()] ?? variables[name];
  const proxy = read(url.protocol === 'https:' ? 'HTTPS_PROXY' : 'HTTP_PROXY');
  if (proxy === undefined || proxy === '') return null;
  if (isExempt(url, read('NO_PROXY') ?? '')) return null;
  return new URL(proxy.includes('://') ? proxy : `http://${proxy}`);
}

function isExempt(url: URL, list: string): boolean {
  const host = url.hostname.toLowerCase();
  const port = url.port === '' ? (url.protocol === 'https:' ? '443' : '80') : url.port;
  return list.split(/[\s,]+/).some((entry) => {
    if (entry === '*') return true;
    const match = /^(?:\*?\.)?(.+?)(?::(\d+))?$/.exec(entry.toLowerCase());
    if (match === null) return false;
    const [, name = '', only] = match;
    return (only === undefined || only === port) && (host === name || host.endsWith(`.${name}`));
  });
}
