import { NotificationShapeError, RawBodyRequiredError } from '../errors/notificationErrors.ts';
import type { IncomingNotification } from '../types.ts';

/** A notification's parts, whatever it came in. */
export interface Incoming {
  body: string;
  query: string;
  header(name: string): string | null;
}

/**
 * Opens a `Request`, or body and headers as a framework gives them.
 * @throws RawBodyRequiredError for a parsed body, NotificationShapeError for bytes that are not UTF-8.
 */
export async function openIncoming(notification: IncomingNotification): Promise<Incoming> {
  if (!isRequest(notification)) return openParts(notification);
  const { headers, url } = notification;
  return openParts({ body: new Uint8Array(await notification.arrayBuffer()), headers, url });
}

/** The same for what has been read already. @throws as `openIncoming` */
export function openParts({ body, headers, url }: Exclude<IncomingNotification, Request>): Incoming {
  if (typeof body !== 'string' && !(body instanceof Uint8Array)) {
    throw new RawBodyRequiredError(
      'The notification\'s body has been parsed already. Give the text or bytes that arrived: with Express, mount express.raw({ type: "*/*" }) on this route before express.json().',
    );
  }
  return {
    body: typeof body === 'string' ? body : decodeUtf8(body),
    query: queryOf(url),
    header: (name) => headerOf(headers, name),
  };
}

/** By its shape: a framework's or another realm's `Request` is no instance of ours. */
export function isRequest(notification: IncomingNotification): notification is Request {
  return typeof (notification as Request).arrayBuffer === 'function';
}

function decodeUtf8(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch (cause) {
    throw new NotificationShapeError("The notification's body is not UTF-8.", { cause });
  }
}

/** Of a whole address or of a path alone, as frameworks give it. */
function queryOf(url: string | undefined): string {
  if (url === undefined) return '';
  const [beforeFragment = ''] = url.split('#');
  return beforeFragment.split('?').slice(1).join('?');
}

/** A header that is there twice is nobody's signature (T24): it reads as both joined, which matches nothing. */
function headerOf(
  headers: Headers | Record<string, string | string[] | undefined>,
  name: string,
): string | null {
  if (typeof headers.get === 'function') return (headers as Headers).get(name);
  const values = Object.entries(headers as Record<string, string | string[] | undefined>)
    .filter(([key]) => key.toLowerCase() === name.toLowerCase())
    .flatMap(([, value]) => value ?? []);
  return values.length === 0 ? null : values.join(', ');
}
