import type * as Net from 'node:net';

/** Environment variables that name a proxy, in capitals or small letters. */
export type ProxyVariables = Readonly<Record<string, string | undefined>>;

/**
 * The proxy for an address, or `null` for none: `HTTPS_PROXY` or `HTTP_PROXY` by scheme, unless `NO_PROXY` names the host.
 * Small letters win, as in curl. Node only.
 * @throws Error for a variable that holds no address of a proxy; nothing was sent then.
 */
export function proxyFor(url: URL, variables: ProxyVariables): URL | null {
  const read = (name: string) => variables[name.toLowerCase()] ?? variables[name];
  const name = url.protocol === 'https:' ? 'HTTPS_PROXY' : 'HTTP_PROXY';
  const proxy = read(name);
  if (proxy === undefined || proxy === '') return null;
  return isExempt(url, read('NO_PROXY') ?? '') ? null : parseProxy(name, proxy);
}

function parseProxy(name: string, text: string): URL {
  const address = text.includes('://') ? text : `http://${text}`;
  const proxy = URL.canParse(address) ? new URL(address) : null;
  if (proxy?.protocol === 'http:' || proxy?.protocol === 'https:') return proxy;
  // The address stays out of the error, since it may hold a password.
  throw Object.assign(
    new Error(`${name}: expected the address of a proxy, such as http://proxy.example:3128.`),
    { requestNotSent: true },
  );
}

/**
 * Whether `NO_PROXY` names the host: `*`; `example.com` or `.example.com`, with all below it; an IP address or a range of them
 * (`10.0.0.0/8`). A name or an IPv6 address in brackets may have a `:port`.
 */
function isExempt(url: URL, list: string): boolean {
  const net = globalThis.process.getBuiltinModule('node:net') as typeof Net;
  const host = url.hostname.replace(/^\[|\]$|\.$/g, '');
  const port = url.port === '' ? (url.protocol === 'https:' ? '443' : '80') : url.port;
  return list
    .toLowerCase()
    .split(/[\s,]+/)
    .some((entry) => {
      if (entry === '' || entry === '*') return entry === '*';
      const [, name = '', only] = net.isIPv6(entry) ? [entry, entry] : (ENTRY.exec(entry) ?? []);
      if (only !== undefined && only !== port) return false;
      if (net.isIP(host) !== 0) return rangeHolds(net, name, host);
      return host === name || host.endsWith(`.${name}`);
    });
}

const ENTRY = /^(?:\*?\.)?\[?(.+?)\]?(?::(\d+))?$/;

function rangeHolds(net: typeof Net, range: string, host: string): boolean {
  const [address = '', bits] = range.split('/');
  const version = net.isIP(address);
  if (version === 0) return false;
  const prefix = Number(bits ?? (version === 6 ? 128 : 32));
  if (!Number.isInteger(prefix) || prefix < 0 || prefix > (version === 6 ? 128 : 32)) return false;
  const list = new net.BlockList();
  list.addSubnet(address, prefix, version === 6 ? 'ipv6' : 'ipv4');
  return list.check(host, net.isIPv6(host) ? 'ipv6' : 'ipv4');
}
