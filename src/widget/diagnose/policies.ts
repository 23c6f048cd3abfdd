/** A content security policy by directive. */
type Policy = ReadonlyMap<string, readonly string[]>;

/** The policies of a header (several with commas between) or of a `<meta>`. */
export function readPolicies(text: string): Policy[] {
  return text
    .split(',')
    .filter((policy) => policy.trim() !== '')
    .map((policy) => {
      const directives = new Map<string, readonly string[]>();
      for (const directive of policy.split(';')) {
        const [name = '', ...sources] = directive.trim().split(/\s+/);
        const known = name.toLowerCase();
        // The first of two directives of one name counts.
        if (known !== '' && !directives.has(known)) directives.set(known, sources);
      }
      return directives;
    });
}

/** The directive that keeps an origin out: the first of `names` that a policy has, if none of its sources is the origin's. */
export function blockingDirective(
  policies: readonly Policy[],
  names: readonly string[],
  origin: string,
  self: string,
): string | null {
  for (const policy of policies) {
    const name = names.find((one) => policy.has(one));
    if (
      name !== undefined &&
      !(policy.get(name) ?? []).some((source) => covers(source, new URL(origin), self))
    ) {
      return name;
    }
  }
  return null;
}

function covers(source: string, url: URL, self: string): boolean {
  const text = source.toLowerCase();
  if (text === '*') return true;
  if (text === "'self'") return url.origin === self;
  if (/^[a-z]+:$/.test(text)) return text === url.protocol;
  const [, scheme, wild, host, port] = /^(?:([a-z]+:)\/\/)?(\*\.)?([^/:]+)(?::(\d+|\*))?/.exec(text) ?? [];
  if (host === undefined || (scheme !== undefined && scheme !== url.protocol)) return false;
  const named = wild ? url.hostname.endsWith(`.${host}`) : url.hostname === host;
  return named && (port === '*' || (port ?? '') === url.port);
}
