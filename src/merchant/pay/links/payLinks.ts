import { namesOf } from '../../../help/namesOf.ts';
import { unknownNames } from '../../../help/unknownNames.ts';
import { type AppReturnUrls, whyNoApp } from '../../appReturnUrls.ts';
import { CheckoutConfigError } from '../../configError.ts';
import { ProblemError } from '../../http/problem.ts';
import type { HandlerLimits, NewPayLink } from '../../options.ts';
import type { RecordContext } from '../../record/recordContext.ts';
import { assertOrderGiven } from '../../session/assertOrderGiven.ts';
import { assertOrderSize } from '../../session/assertOrderSize.ts';
import { type LinkPayload, linkName, orderName, readPayload, writePayload } from './payload.ts';
import { type LinkScope, signPayload, verifiedPayload } from './signature.ts';

/** A link of ours that pays nothing any more: its time is over, or it was taken back. */
export class PayLinkEnded extends Error {
  override readonly name = 'PayLinkEnded';
}

/** Makes, reads and revokes pay links. */
export interface PayLinks {
  /** @throws CheckoutConfigError */
  create(order: unknown, options: NewPayLink): Promise<string>;
  /** What a link is for. @throws ProblemError `not_found` for a text that is no link of ours, PayLinkEnded */
  open(token: string): Promise<Pick<LinkPayload, 'order' | 'app'>>;
  /** @throws CheckoutConfigError for a text that is no link of ours. */
  revoke(link: string): Promise<void>;
  revokeAll(order: unknown): Promise<void>;
}

export interface PayLinksContext extends Pick<RecordContext, 'store'> {
  readonly scope: LinkScope;
  /** The first signs, all verify; without one there are no links. */
  readonly secrets: readonly string[];
  /** The apps that a link may name. */
  readonly apps: AppReturnUrls;
  readonly limits: Pick<HandlerLimits, 'maxOrderBytes' | 'retainSessionsMs'>;
  readonly randomHex: (bytes: number) => string;
}

const OPTIONS = namesOf<NewPayLink>({ expiresAt: true, app: true });
const OFF =
  'payLinks is missing: pay links are signed. Give createCheckoutHandler({ …, payLinks: { secret } }).';

export function createPayLinks({
  store,
  scope,
  secrets,
  apps,
  limits,
  randomHex,
}: PayLinksContext): PayLinks {
  const read = async (token: string) => {
    const text = await verifiedPayload(token, scope, secrets);
    return text === null ? null : readPayload(text);
  };
  return {
    async create(order, options) {
      const [secret] = secrets;
      if (secret === undefined) throw new CheckoutConfigError(OFF);
      assertOrder('payLink', order, limits.maxOrderBytes);
      const expiresAt = readExpiry(options, await store.now(), limits.retainSessionsMs);
      const app = readApp(options, apps);
      const [generation = 0] = await store.countRevocations([await orderName(order)]);
      const payload = writePayload({ id: randomHex(16), generation, expiresAt, order, app });
      return `${scope.publicUrl}/pay?link=${await signPayload(payload, scope, secret)}`;
    },
    async open(token) {
      const payload = await read(token);
      if (payload === null) throw new ProblemError('not_found');
      if ((await store.now()) >= payload.expiresAt) throw new PayLinkEnded('Its time is over.');
      const names = [linkName(payload), await orderName(payload.order)];
      const [ofLink = 0, ofOrder = 0] = await store.countRevocations(names);
      if (ofLink > 0 || ofOrder > payload.generation) throw new PayLinkEnded('It was revoked.');
      return payload;
    },
    async revoke(link) {
      if (secrets.length === 0) throw new CheckoutConfigError(OFF);
      const payload = await read(tokenOf(link));
      if (payload === null) {
        throw new CheckoutConfigError(
          'revokePayLink: this is no pay link of this handler. Expected what payLink() returned, of the same mode (test or live) ' +
            'and publicUrl, signed with one of payLinks.secret.',
        );
      }
      await store.revoke(linkName(payload), payload.expiresAt);
    },
    async revokeAll(order) {
      if (secrets.length === 0) throw new CheckoutConfigError(OFF);
      assertOrder('revokePayLinks', order, limits.maxOrderBytes);
      // For good: links that are made later say how often it was done, and a count that began anew would let older ones in.
      await store.revoke(await orderName(order), null);
    },
  };
}

/** Of the whole address, or what stands in it after `link=`. */
function tokenOf(link: unknown): string {
  if (typeof link !== 'string') return '';
  return URL.canParse(link) ? (new URL(link).searchParams.get('link') ?? '') : link;
}

function assertOrder(call: string, order: unknown, maxOrderBytes: number): void {
  assertOrderGiven(call, order);
  try {
    assertOrderSize(order, maxOrderBytes);
  } catch (error) {
    throw new CheckoutConfigError(`${call}: ${(error as Error).message}`);
  }
}

/** @throws CheckoutConfigError for one that is not listed. */
function readApp({ app }: NewPayLink, apps: AppReturnUrls): string | null {
  const why = app === undefined ? null : whyNoApp(apps, app);
  if (why !== null) throw new CheckoutConfigError(`payLink: ${why}`);
  return app ?? null;
}

/**
 * A link ends before the knowledge that its order was paid is deleted: else it would open a second page.
 *
 * @throws CheckoutConfigError
 */
function readExpiry(options: NewPayLink, now: number, longestMs: number): number {
  const wrong = (what: string) => new CheckoutConfigError(`payLink: ${what}`);
  if (typeof options !== 'object' || options === null) throw wrong('expected { expiresAt }.');
  const unknown = unknownNames('option of payLink', options, OPTIONS);
  if (unknown.length > 0) throw new CheckoutConfigError(unknown.join(' '));
  const { expiresAt } = options;
  if (expiresAt === undefined)
    throw wrong('expiresAt is missing: when the link ends, a Date or milliseconds since 1970.');
  const at = expiresAt instanceof Date ? expiresAt.getTime() : expiresAt;
  if (typeof at !== 'number' || !Number.isFinite(at)) {
    throw wrong('expiresAt: expected a valid Date or milliseconds since 1970.');
  }
  if (at <= now) {
    const isSeconds = at * 1_000 > now && !(expiresAt instanceof Date);
    throw wrong(
      `expiresAt lies in the past.${isSeconds ? ' Expected milliseconds: these look like seconds.' : ''}`,
    );
  }
  if (at > now + longestMs) {
    throw wrong(
      `expiresAt lies more than ${Math.floor(longestMs / 86_400_000)} days ahead (limits.retainSessionsMs): by then it is ` +
        'forgotten that the order was paid.',
    );
  }
  return Math.floor(at);
}
