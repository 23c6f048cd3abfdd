import { sha256 } from '../../platform/sha256.ts';

/** What a link says; signed, and readable by whoever has it. */
export interface LinkPayload {
  /** 128 random bits as hex digits: what one link is revoked by. */
  readonly id: string;
  /** How often all links of the order had been revoked when this one was made. */
  readonly generation: number;
  /** Store time. */
  readonly expiresAt: number;
  readonly order: unknown;
  /** The app that the customer goes back to. */
  readonly app: string | null;
}

/** Short names: a link is printed as a QR code. */
export function writePayload({ id, generation, expiresAt, order, app }: LinkPayload): string {
  return JSON.stringify({ i: id, g: generation, e: expiresAt, o: order, ...(app !== null && { a: app }) });
}

/** Of a text that was signed by us: it has the form that `writePayload` gave it. */
export function readPayload(text: string): LinkPayload {
  const { i, g, e, o, a = null } = JSON.parse(text);
  return { id: i, generation: g, expiresAt: e, order: o, app: a };
}

/** What one link is revoked by. */
export function linkName({ id }: Pick<LinkPayload, 'id'>): string {
  return `link:${id}`;
}

/** What all links of an order are revoked by; the order itself is not in it. */
export async function orderName(order: unknown): Promise<string> {
  return `order:${await sha256(JSON.stringify(order, inOrder))}`;
}

/** One order is one name, in whichever order its fields are written. */
function inOrder(_: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
}
