/**
 * The name under which a network address is counted. One customer of IPv6 owns a whole /64 and could come from a new
 * address each time, so IPv6 is counted by its first four groups (T71). IPv4 written as IPv6 (`::ffff:192.0.2.1`) counts
 * as IPv4; ports, brackets and zones do not count. What is no address counts as it is written.
 */
export function addressKey(address: string): string {
  const text = address.trim().slice(0, 64).toLowerCase();
  const bare = /^\[([^\]]*)\]/.exec(text)?.[1] ?? text.replace(/^(\d+\.\d+\.\d+\.\d+):\d+$/, '$1');
  if (!bare.includes(':')) return bare;
  const groups = groupsOf(bare.split('%', 1)[0] ?? '');
  if (groups === null) return bare;
  const isMapped = groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff;
  if (isMapped) {
    const [high = 0, low = 0] = groups.slice(6);
    return [high >> 8, high & 0xff, low >> 8, low & 0xff].join('.');
  }
  return `${groups
    .slice(0, 4)
    .map((group) => group.toString(16))
    .join(':')}::/64`;
}

/** The eight numbers of an IPv6 address; `null` for a text that is none. */
function groupsOf(text: string): number[] | null {
  const dotted = /^(.*:)(\d{1,3})\.(\d{1,3})\.(\d{1,3})\.(\d{1,3})$/.exec(text);
  if (dotted !== null) {
    const [a = 0, b = 0, c = 0, d = 0] = dotted.slice(2).map(Number);
    return groupsOf(`${dotted[1]}${(a * 256 + b).toString(16)}:${(c * 256 + d).toString(16)}`);
  }
  const halves = text.split('::');
  if (halves.length > 2) return null;
  const [head = [], tail = []] = halves.map((half) => (half === '' ? [] : half.split(':')));
  const missing = 8 - head.length - tail.length;
  if (halves.length === 1 ? missing !== 0 : missing < 1) return null;
  const all = [...head, ...Array<string>(missing).fill('0'), ...tail];
  return all.every((group) => /^[0-9a-f]{1,4}$/.test(group))
    ? all.map((group) => Number.parseInt(group, 16))
    : null;
}
