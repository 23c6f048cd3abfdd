import { sameName } from '../../protocol/gateway/fieldNames.ts';
import { flatPairs } from '../../protocol/gateway/flatten.ts';
import type { CardToTokenise } from '../../protocol/gateway/profile.ts';
import type { SandboxParts } from '../parts.ts';
import { subjectOfToken } from '../vault/subject.ts';
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

/** `POST /api/cards/tokenise` (S108, S150, S151): every call makes a new token, of the same card too (S104). */
export function tokenise(context: SandboxParts): Handle {
  const { profile, clock, vault, events } = context;
  const paths = new Map(
    flatPairs(profile.tokens.buildCreate(MARKED)).flatMap(([path, value]) => {
      const member = (Object.keys(MARKED) as (keyof CardToTokenise)[]).find((name) => MARKED[name] === value);
      return member === undefined ? [] : [[path, member] as const];
    }),
  );

  return ({ body }) => {
    const given: Partial<Record<keyof CardToTokenise, string>> = {};
    for (const [path, value] of flatPairs(body)) {
      const member = paths.get(path) ?? anySpelling(path);
      if (member === undefined) throw new ApiError('UNKNOWN_FIELD', `${path}: expected one of ${listed()}.`);
      if (value !== '') given[member] = value;
    }
    for (const [path, member] of paths) check(path, member, given[member]);
    const card = {
      number: given.cardNumber ?? '',
      securityCode: null,
      expMonth: given.expMonth ?? '',
      expYear: given.expYear ?? '',
      holderName: given.cardHolderName ?? '',
    };
    const behaviour = testCardOnly(card, context);
    const entry = vault.tokenise(vault.know(card, behaviour), given.clientAccount ?? '');
    events.emit('token.created', {}, subjectOfToken(entry));
    return { status: 200, body: { cardToken: entry.cardToken, isSuccess: true, errorMessage: null } };
  };

  function anySpelling(path: string): keyof CardToTokenise | undefined {
    if (profile.wire.acceptCase === 'listed') return undefined;
    return [...paths].find(([listedPath]) => sameName(listedPath, path))?.[1];
  }

  function listed(): string {
    return [...paths.keys()].join(', ');
  }

  function check(path: string, member: keyof CardToTokenise, value: string | undefined): void {
    if (value === undefined) {
      if (member === 'clientAccount') return;
      throw new ApiError('MISSING_FIELD', `${path}: expected to be present.`);
    }
    const rule = profile.limits.fields[RULES[member]] ?? profile.limits.fields['*'];
    if (rule && !rule.test(value, { now: clock.now(), live: false })) {
      throw new ApiError('INVALID_FIELD', `${path}: expected ${rule.expected}.`);
    }
  }
}

/** `GET /api/cards/tokens/{cardToken}` (S109, S152, N3): never the number. */
export function getToken({ vault }: SandboxParts): Handle {
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
export function deleteToken({ vault, profile, events, forgetCard }: SandboxParts): Handle {
  const { deleteCarrier: carrier, deleteName: name } = profile.tokens;
  return (call) => {
    const token = carried(call);
    if (token === '')
      throw new ApiError('MISSING_FIELD', `${name}: expected the card token in the ${carrier}.`);
    if (!vault.delete(token)) throw new ApiError('TOKEN_NOT_FOUND');
    forgetCard(token);
    events.emit('token.deleted', {});
    return { status: 200, body: { isSuccess: true, errorMessage: null } };
  };

  function carried({ query, body, pathToken }: Call): string {
    if (carrier === 'path') return pathToken ?? '';
    const value = carrier === 'query' ? query[name] : body[name];
    return typeof value === 'string' ? value : '';
  }
}
