/**
 * In how many bits texts of one kind can differ, by what is seen of a few of them: each place at which not all are alike
 * counts as much as its alphabet holds. A counter or a time is alike in most places.
 */
export function randomBits(texts: readonly string[]): number {
  const all = texts.join('');
  const alphabet = /^[0-9a-f-]*$/i.test(all) ? 16 : /^[0-9a-z-]*$/.test(all) ? 36 : 64;
  const perPlace = Math.log2(/^[0-9]*$/.test(all) ? 10 : alphabet);
  const length = Math.min(...texts.map((text) => text.length));
  let bits = 0;
  for (let place = 0; place < length; place++) {
    if (new Set(texts.map((text) => text[place])).size > 1) bits += perPlace;
  }
  return bits;
}
