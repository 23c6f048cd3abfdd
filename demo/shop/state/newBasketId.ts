/** Ten hex digits; only a name for a basket, no secret. */
export function newBasketId(): string {
  return [...crypto.getRandomValues(new Uint8Array(5))]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('');
}
