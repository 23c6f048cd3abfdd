import type { PaymentEvent } from 'hpp-checkout/server';

/** What the demo asks the process of the shop's server, and that asks the demo, over the channel that Node gives a child process. */
export type FromShop =
  | { type: 'open'; port: number }
  | { type: 'failed'; message: string }
  | { type: 'event'; event: PaymentEvent }
  /** Sets the gateway up for an order's scenario; answered by `ready`. */
  | { type: 'prepare'; id: number; orderReference: string; scenario: string | undefined }
  /** Lets the next moment of the gateway be so much later; answered by `ready`. */
  | { type: 'advance'; id: number; ms: number };

export type ToShop = { type: 'ready'; id: number } | { type: 'close' };
