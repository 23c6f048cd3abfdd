/** A page's policies, by directive; several headers or a list in one all have to allow a thing. */
export type Csp = readonly Readonly<Record<string, readonly string[]>>[];

export function parseCsp(header: string | null): Csp {
  return (header ?? '')
    .split(',')
    .filter((policy) => policy.trim() !== '')
    .map((policy) => {
      const directives: Record<string, readonly string[]> = {};
      for (const directive of policy.split(';')) {
        const [name = '', ...sources] = directive.trim().split(/\s+/);
        // The first of two directives of one name counts.
        if (name !== '' && !Object.hasOwn(directives, name.toLowerCase()))
          directives[name.toLowerCase()] = sources;
      }
      return directives;
    });
}

/**
 * The directive that keeps an origin out; `null` when every policy lets it in.
 *
 * @param names the directive and those it falls back to: `['frame-src', 'child-src', 'default-src']`.
 * @param self origin of the page that carries the policy.
 */
export function blockingDirective(
  csp: Csp,
  names: readonly string[],
  origin: string,
  self: string,
): string | null {
  for (const policy of csp) {
    const name = names.find((candidate) => Object.hasOwn(policy, candidate));
    const sources = name === undefined ? undefined : policy[name];
    if (name && !sources?.some((source) => matches(source, new URL(origin), self))) return name;
  }
  return null;
}

function matches(source: string, url: URL, self: string): boolean {
  const text = source.toLowerCase();
  if (text === "'self'") return url.origin === self;
  if (text === '*') return /^https?:$/.test(url.protocol);
  if (/^[a-z][a-z0-9+.-]*:$/.test(text))
    return text === url.protocol || (text === 'http:' && url.protocol === 'https:');
  const parts = /^(?:([a-z][a-z0-9+.-]*):\/\/)?(\*\.)?([^/:]+)(?::(\d+|\*))?/.exec(text);
  if (parts === null) return false;
  // A source without a scheme has that of the page which carries the policy.
  const [, scheme = new URL(self).protocol.slice(0, -1), wildcard, host = '', port] = parts;
  if (`${scheme}:` !== url.protocol && !(scheme === 'http' && url.protocol === 'https:')) return false;
  if (wildcard === undefined ? url.hostname !== host : !url.hostname.endsWith(`.${host}`)) return false;
  return isPort(port, url);
}

/** https://www.w3.org/TR/CSP3/#match-ports; http may be upgraded to https. */
function isPort(port: string | undefined, url: URL): boolean {
  if (port === '*' || (port ?? '') === url.port) return true;
  if (url.port !== '') return false;
  return port === '80' || (port === '443' && url.protocol === 'https:');
}
