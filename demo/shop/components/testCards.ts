/** The sandbox's cards that a demo needs; the shop's texts say what each does. */
export const testCards = [
  { number: '4242 4242 4242 4242', does: 'paid' },
  { number: '4000 0000 0000 3220', does: 'challenge' },
  { number: '4000 0000 0000 0002', does: 'declined' },
  { number: '4000 0000 0000 9995', does: 'noFunds' },
] as const;
