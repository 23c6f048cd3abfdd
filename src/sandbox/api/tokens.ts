import { sameName } from '../../protocol/gateway/fieldNames.ts';
import type { CardToTokenise, GatewayProfile } from '../../protocol/gateway/profile.ts';
import type { TestCard } from '../cards/testCards.ts';
import type { Events } from '../events.ts';
import { subjectOfToken } from '../vault/subject.ts';
import type { Vault } from '../vault/vault.ts';
import { ApiError } from './apiError.ts';
import type { Call, Handle } from './call.ts';
import { testCardOnly } from './cardCheck.ts';

/** A card whose values are all different, to find out where the profile puts each of them (N11). */
const MARKED: Required<CardToTokenise> = {
  cardHolderName: 'MARKED HOLDER',
  cardNumber: '4242424242424242',
  expMonth: '07',
  expYear: '2087',
  clientAccount: 'MARKED-ACCOUNT',
};
const RULES: Readonly<Record<keyof CardToTokenise, string>> = {
  cardHolderName: 'CardHolderName',
  cardNumber: 'CardNumber',
  expMonth: 'ExpMonth',
  expYear: 'ExpYear',
  clientAccount: 'ClientAccount',
};

export interface TokeniseContext {
  profile: GatewayProfile;
  now: () => number;
  vault: Vault;
  events: Events;
  /** The operator's own. */
  testCards: readonly TestCard[];
}

export interface DeleteTokenContext extends Pick<TokeniseContext, 'profile' | 'vault' | 'events'> {
  /** Deletes what is kept of the token beside the vault: in transactions, notifications and answers (S154). */
  forgetCard: (cardToken: string) => void;
}

/** A field of the request: what it means, and whether it may come as a number. */
interface TokeniseField {
  member: keyof CardToTokenise;
  mayBeNumber: boolean;
}

/** `POST /api/cards/tokenise` (S108, S150, S151): every call makes a new token, of the same card too (S104). */
export function tokenise({ profile, now, vault, events, testCards }: TokeniseContext): Handle {
  const fields = new Map<string, TokeniseField>();
  for (const [path, value] of leaves(profile.tokens.buildCreate(MARKED), () => true)) {
    const members = Object.keys(MARKED) as (keyof CardToTokenise)[];
    const member = members.find((name) => MARKED[name] === String(value));
    if (member === undefined) continue;
    const mayBeNumber = typeof value === 'number' || member === 'cardNumber' || member === 'expYear';
    fields.set(path, { member, mayBeNumber });
  }
  const names = [...fields.keys()];
  const isAbove = (path: string) =>
    names.some((name) => name.toLowerCase().startsWith(`${path.toLowerCase()}.`));

  return ({ body }) => {
    const given: Partial<Record<keyof CardToTokenise, string>> = {};
    for (const [path, value] of leaves(body, isAbove)) {
      const field = fields.get(path) ?? anySpelling(path);
      if (field === undefined) {
        throw new ApiError('UNKNOWN_FIELD', `${path}: expected one of ${names.join(', ')}.`);
      }
      const text = textFrom(value, path, field);
      if (text !== '') given[field.member] = text;
    }
    for (const [path, { member }] of fields) check(path, member, given[member]);
    const card = {
      number: given.cardNumber ?? '',
      securityCode: null,
      expMonth: given.expMonth ?? '',
      expYear: given.expYear ?? '',
      holderName: given.cardHolderName ?? '',
    };
    const behaviour = testCardOnly(card, testCards);
    const entry = vault.tokenise(vault.know(card, behaviour), given.clientAccount ?? '');
    events.emit('token.created', {}, subjectOfToken(entry));
    return { status: 200, body: { cardToken: entry.cardToken, isSuccess: true, errorMessage: null } };
  };

  function anySpelling(path: string): TokeniseField | undefined {
    if (profile.wire.acceptCase === 'listed') return undefined;
    return [...fields].find(([listed]) => sameName(listed, path))?.[1];
  }

  function check(path: string, member: keyof CardToTokenise, value: string | undefined): void {
    if (value === undefined) {
      if (member === 'clientAccount') return;
      throw new ApiError('MISSING_FIELD', `${path}: expected to be present.`);
    }
    const rule = profile.limits.fields[RULES[member]] ?? profile.limits.fields['*'];
    if (rule && !rule.test(value, { now: now(), live: false })) {
      throw new ApiError('INVALID_FIELD', `${path}: expected ${rule.expected}.`);
    }
  }
}

/** Number and year come as text or number, as in `PaymentCredentials` (S59–S65); the rest as text. @throws ApiError */
function textFrom(value: unknown, path: string, { mayBeNumber }: TokeniseField): string {
  if (value === null) return '';
  if (typeof value === 'string') return value;
  if (mayBeNumber && typeof value === 'number') return String(value);
  throw new ApiError('INVALID_FIELD', `${path}: expected ${mayBeNumber ? 'a text or a number' : 'a text'}.`);
}

/** What stands where in a body; an object is a value itself unless `isOpened` says that its members are meant. */
function leaves(
  body: object,
  isOpened: (path: string) => boolean,
  above = '',
): [path: string, value: unknown][] {
  return Object.entries(body).flatMap(([name, value]: [string, unknown]) => {
    const path = above === '' ? name : `${above}.${name}`;
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
    return isObject && isOpened(path) ? leaves(value, isOpened, path) : [[path, value]];
  });
}

/** `GET /api/cards/tokens/{cardToken}` (S109, S152, N3): never the number. */
export function getToken(vault: Vault): Handle {
  return ({ pathToken }) => {
    const entry = vault.get(pathToken ?? '');
    if (entry === undefined) throw new ApiError('TOKEN_NOT_FOUND');
    const { maskedNumber, holderName, expiry, brand } = entry.card;
    return {
      status: 200,
      body: {
        cardToken: entry.cardToken,
        cardNumber: maskedNumber,
        cardHolderName: holderName,
        cardExpiry: expiry,
        cardType: brand,
        clientAccount: entry.clientAccount,
        isSuccess: true,
        errorMessage: null,
      },
    };
  };
}

/** `DELETE /api/cards/tokenise` (S110, S153–S155, N12): the token and all its details are gone. */
export function deleteToken({ vault, profile, events, forgetCard }: DeleteTokenContext): Handle {
  const { deleteCarrier: carrier, deleteName: name } = profile.tokens;
  return (call) => {
    const token = tokenOf(call);
    if (token === '')
      throw new ApiError('MISSING_FIELD', `${name}: expected the card token in the ${carrier}.`);
    if (!vault.delete(token)) throw new ApiError('TOKEN_NOT_FOUND');
    forgetCard(token);
    events.emit('token.deleted', {});
    return { status: 200, body: { isSuccess: true, errorMessage: null } };
  };

  function tokenOf({ query, body, pathToken }: Call): string {
    if (carrier === 'path') return pathToken ?? '';
    const value = carrier === 'query' ? query[name] : body[name];
    return typeof value === 'string' ? value : '';
  }
}
