const MINUTE = 60_000;
/** Addresses of one minute that are remembered; a flood from more of them is the network's to stop. */
const MOST_ADDRESSES = 10_000;

/** Counts a request of an address. Answers 0, or in how many whole milliseconds the address may ask again. */
export type AddressLimit = (address: string) => number;

/**
 * A limit counted in this process (T73): a shared one would make a write to the store of every question.
 *
 * @param monotonic milliseconds on a clock that never goes back.
 */
export function addressLimit(perMinute: number, monotonic: () => number): AddressLimit {
  let since = Number.NEGATIVE_INFINITY;
  let counts = new Map<string, number>();
  return (address) => {
    const now = monotonic();
    if (now - since >= MINUTE) {
      since = now;
      counts = new Map();
    }
    const count = (counts.get(address) ?? 0) + 1;
    if (count > 1 || counts.size < MOST_ADDRESSES) counts.set(address, count);
    return count > perMinute ? Math.ceil(since + MINUTE - now) : 0;
  };
}
