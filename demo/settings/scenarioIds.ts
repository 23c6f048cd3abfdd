/** Every way a payment can go that the control room can show. */
export const SCENARIO_IDS = [
  'paid',
  '3ds',
  'declined',
  'funds',
  'bank',
  'wallet',
  'voucher',
  'expires',
  'closes',
  'late',
  'doubled',
  'lost',
  'down',
  'framing',
  'slow',
] as const;
export type ScenarioId = (typeof SCENARIO_IDS)[number];
