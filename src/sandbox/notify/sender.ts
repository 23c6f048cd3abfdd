import { encodeNotification } from '../../protocol/gateway/notificationBody.ts';
import type { GatewayProfile } from '../../protocol/gateway/profile.ts';
import { redactText } from '../../protocol/gateway/redactText.ts';
import type { Hmac } from '../../protocol/gateway/signature.ts';
import type { Timers } from '../clock/timers.ts';
import type { Fault } from '../faults/fault.ts';
import type { Deliver } from './deliver.ts';
import type { DeliveryAttempt, Notification } from './notification.ts';

export interface SenderOptions {
  /** The sandbox's time, which `SentDateTime` shows. */
  now: () => number;
  /** The platform's, which bounds the delivery. */
  timers: Timers;
  profile: GatewayProfile;
  secret: string;
  hmac: Hmac;
  deliver: Deliver;
  /** Whether a field is sent. */
  hasField: (field: string) => boolean;
  /** Rewrites the payload for a merchant that reads another shape. */
  transformBody: (payload: Record<string, unknown>) => Record<string, unknown>;
}

/** Makes one delivery and returns how it went. Never rejects. */
export type Send = (
  notification: Notification,
  number: number,
  fault: Fault | null,
) => Promise<{ attempt: DeliveryAttempt; acknowledged: boolean }>;

const SHOWN_REPLY = 200;

export function createSender({
  now,
  timers,
  profile,
  deliver,
  hasField,
  transformBody,
  ...signing
}: SenderOptions): Send {
  const rules = profile.notification;

  return async (notification, number, fault) => {
    const at = now();
    const started = timers.now();
    const outcome = (status: number | null, reply: string, error: string | null, acknowledged = false) => ({
      attempt: {
        number,
        at,
        status,
        // Redacted before it is cut, since a cut card number would pass.
        reply: redactText(reply).slice(0, SHOWN_REPLY),
        error: error === null ? null : redactText(error),
        durationMs: timers.now() - started,
      },
      acknowledged,
    });
    if (fault !== null && !CHANGES_CONTENT.includes(fault.do)) {
      return outcome(null, '', `Not sent: fault "${fault.do}".`);
    }
    const deadline = new AbortController();
    const cancel = timers.after(rules.timeoutMs, () =>
      deadline.abort(new Error(`No answer within ${rules.timeoutMs} ms.`)),
    );
    try {
      const { url, init } = await compose(notification, number, at, fault);
      const exchange = async () => {
        const reply = await deliver(url, { ...init, signal: deadline.signal });
        return { status: reply.status, text: await reply.text() };
      };
      const { status, text } = await Promise.race([exchange(), aborted(deadline.signal)]);
      return outcome(status, text, null, rules.isAcknowledged(status, text));
    } catch (error) {
      return outcome(null, '', messageOf(error));
    } finally {
      cancel();
    }
  };

  async function compose(notification: Notification, number: number, at: number, fault: Fault | null) {
    const whole = {
      AttemptNumber: number,
      SentDateTime: rules.timeUnit === 's' ? Math.floor(at / 1000) : at,
      ...notification.payload,
    };
    const sent = Object.fromEntries(Object.entries(whole).filter(([name]) => hasField(name)));
    const payload = transformBody({ ...sent, ...(fault?.do === 'alter' ? fault.fields : {}) });
    const encoded = encodeNotification(payload, rules.encode);
    const scheme = rules.signature ?? profile.signature;
    const secret = notification.tampered ? `${signing.secret}-tampered` : signing.secret;
    const signature = await scheme.sign(encoded, secret, signing.hmac);
    const url = new URL(notification.url);
    for (const [name, value] of new URLSearchParams(encoded.query)) url.searchParams.append(name, value);
    const headers: Record<string, string> = { 'User-Agent': 'hpp-checkout-sandbox' };
    if (encoded.contentType !== null) headers['Content-Type'] = encoded.contentType;
    if (signature !== null) headers[scheme.header] = signature;
    const body = rules.method === 'GET' ? null : spoiled(encoded.body, fault);
    return { url: url.href, init: { method: rules.method, headers, body } };
  }
}

/** Faults that spoil what is sent; any other keeps it from being sent. */
const CHANGES_CONTENT: readonly Fault['do'][] = ['alter', 'malformed', 'empty'];

function spoiled(body: string | null, fault: Fault | null): string | null {
  if (body === null) return null;
  if (fault?.do === 'empty') return '';
  return fault?.do === 'malformed' ? body.slice(0, Math.floor(body.length / 2)) : body;
}

function aborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
}

function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.message || (error as NodeJS.ErrnoException).code || error.name;
}
