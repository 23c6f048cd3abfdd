export const testCards: readonly { number: string; outcome: string }[] = [
  { number: '4242 4242 4242 4242', outcome: 'paid' },
  { number: '4000 0000 0000 3220', outcome: 'asks the bank first (3-D Secure)' },
  { number: '4000 0000 0000 0002', outcome: 'declined' },
  { number: '4000 0000 0000 9995', outcome: 'not enough money' },
];
