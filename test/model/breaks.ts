/** Defects that the model can have, to show that its rules see them. */
export const allBreaks = [
  'a pending payment claims the fulfilment',
  'a second payment takes the first one’s place',
  'a failed session goes back to pending',
  'a late payment is not told',
  'a second payment is not told',
  'another sum completes',
  'a late failure undoes a payment',
  'a write compares no version',
  'an order gets a page beside one that can be paid',
  'the store lets an order have two pages',
  'a slow worker takes the time of its end',
  'a paid session is not due until it is fulfilled',
] as const;
export type Break = (typeof allBreaks)[number];
export type Breaks = ReadonlySet<Break>;
