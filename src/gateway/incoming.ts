import { NotificationShapeError, RawBodyRequiredError } from './errors/notificationErrors.ts';
import type { IncomingNotification } from './types.ts';

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
export function openIncoming(notification: IncomingNotification): Incoming | Promise<Incoming> {
  if (isRequest(notification)) {
    const { headers, url } = notification;
    return notification.arrayBuffer().then((bytes) => ({
      body: decodeUtf8(new Uint8Array(bytes)),
      query: queryOf(url),
      header: (name) => headers.get(name),
    }));
  }
  const { body, headers, url } = notification;
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

/** By its shape: asking for the global `Request` makes Node load its whole `fetch`, and other realms have one of their own. */
export function isRequest(notification: IncomingNotification): notification is Request {
  return typeof (notification as Request).arrayBuffer === 'function';
}

const strictUtf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

function decodeUtf8(bytes: Uint8Array): string {
  try {
    return strictUtf8.decode(bytes);
  } catch (cause) {
    throw new NotificationShapeError("The notification's body is not UTF-8.", { cause });
  }
}

function queryOf(url: string | undefined): string {
  const at = url?.indexOf('?') ?? -1;
  return url === undefined || at === -1 ? '' : (url.slice(at + 1).split('#')[0] as string);
}

/** A header that is there twice is nobody's signature (T24): it reads as both joined, which matches nothing. */
function headerOf(
  headers: Headers | Record<string, string | string[] | undefined>,
  name: string,
): string | null {
  if (typeof headers.get === 'function') return (headers as Headers).get(name);
  const wanted = name.toLowerCase();
  const values: string[] = [];
  const plain = headers as Record<string, string | string[] | undefined>;
  for (const key of Object.keys(plain)) {
    if (key.length !== wanted.length || key.toLowerCase() !== wanted) continue;
    const value = plain[key];
    if (value !== undefined) values.push(...(Array.isArray(value) ? value : [value]));
  }
  return values.length === 0 ? null : values.join(', ');
}
