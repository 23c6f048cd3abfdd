/** One event of a server, as `GET /demo/events` streams it to the control room's timeline. */
export interface TimelineEvent {
  sequence: number;
  /** Milliseconds since 1970, by the clock of this machine. */
  at: number;
  source: 'server' | 'gateway';
  type: string;
  /** The basket that the order was made from. */
  basketId: string | null;
  orderReference: string | null;
  sessionId: string | null;
  correlationId: string | null;
  pspId: string | null;
  data: Readonly<Record<string, unknown>>;
}
