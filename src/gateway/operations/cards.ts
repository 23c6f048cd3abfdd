import { lazyRaw } from '../../protocol/gateway/lazyRaw.ts';
import type {
  CardToTokenise,
  GatewayProfile,
  TextRule,
  TokenRecord,
} from '../../protocol/gateway/profile.ts';
import { ShapeError } from '../../protocol/gateway/shapeError.ts';
import { ValidationError, type ValidationIssue } from '../errors/requestErrors.ts';
import { throwIfRejected } from '../errors/throwIfRejected.ts';
import type { Call, Exchange } from '../http/call.ts';
import type { CallOptions } from '../types.ts';
import { checkInput } from './checkInput.ts';
import type { WireRequestContext } from './wireRequest.ts';

/**
 * Card tokens without a payment (S7, S108–S110, S150–S155). A token stands for a card and cannot be traced back to its number;
 * whoever has it and your credentials can charge the card. The notification of a customer's first payment brings one too.
 */
export interface Cards {
  /**
   * Makes a token of a card (`POST /api/cards/tokenise`). Holder, number, and expiry (`expMonth` of two digits, `expYear` of
   * four) are needed; `clientAccount` links the token to a customer of yours. The interface document asks for no PCI level here,
   * yet whoever has the number on a server needs SAQ D.
   *
   * @throws ValidationError for a card that breaks a rule of the profile; nothing was sent.
   * @throws HttpError, by its classes, or GatewayRejectedError when the gateway refuses.
   * @throws ConnectionError or TimeoutError when no answer came: a token may have been made that nobody knows, and harms nothing.
   */
  tokenise(card: CardToTokenise, options?: CallOptions): Promise<{ cardToken: string; raw: unknown }>;
  /**
   * What is linked to a token (`GET /api/cards/tokens/{cardToken}`): holder, expiry, scheme and the masked number, each `null`
   * where the answer lacks it; never the whole number.
   *
   * @throws NotFoundError when there is no such token.
   * @throws ValidationError, another HttpError, GatewayRejectedError, ConnectionError, ResponseShapeError
   */
  retrieve(cardToken: string, options?: CallOptions): Promise<TokenRecord & { raw: unknown }>;
  /**
   * Deletes a token and all card details behind it, for good (`DELETE /api/cards/tokenise`).
   *
   * @throws NotFoundError when there is no such token, or no longer.
   * @throws ValidationError, another HttpError, GatewayRejectedError, ConnectionError
   */
  delete(cardToken: string, options?: CallOptions): Promise<void>;
}

const CARD_FIELDS = {
  cardHolderName: 'CardHolderName',
  cardNumber: 'CardNumber',
  expMonth: 'ExpMonth',
  expYear: 'ExpYear',
} as const;

export function cards(call: Call, profile: GatewayProfile, context: WireRequestContext): Cards {
  const { endpoints, limits, tokens } = profile;
  const ruleContext = () => ({ now: context.now(), live: !context.test });

  return {
    async tokenise(card, options) {
      checkInput(card, 'tokenise');
      checkCard(card);
      const { method, path } = endpoints.tokenise;
      return call(
        {
          operation: 'tokenise',
          method,
          path,
          body: tokens.buildCreate(card),
          secretsIn: (json) => [tokens.parseCreate(json)],
        },
        (json, errorContext) => {
          throwIfRejected(json, profile, errorContext);
          const cardToken = tokens.parseCreate(json);
          if (cardToken === null) throw new ShapeError('cardToken', 'a text that is not empty');
          return lazyRaw({ cardToken }, json);
        },
        options,
      );
    },

    async retrieve(cardToken, options) {
      checkToken(cardToken, 'getToken');
      const { method, path } = endpoints.getToken;
      return call(
        { operation: 'getToken', method, path: withToken(path, cardToken), secrets: [cardToken] },
        (json, errorContext) => {
          throwIfRejected(json, profile, errorContext);
          return lazyRaw({ ...tokens.parseRecord(json) }, json);
        },
        options,
      );
    },

    async delete(cardToken, options) {
      checkToken(cardToken, 'deleteToken');
      await call(
        deletion(cardToken),
        (json, errorContext) => throwIfRejected(json, profile, errorContext),
        options,
      );
    },
  };

  /** N12: the token travels in the query, the body or the path. */
  function deletion(cardToken: string): Exchange {
    const { method, path } = endpoints.deleteToken;
    const exchange = { operation: 'deleteToken', method, secrets: [cardToken] };
    const named = { [tokens.deleteName]: cardToken };
    if (tokens.deleteCarrier === 'query') return { ...exchange, path, query: named };
    if (tokens.deleteCarrier === 'body') return { ...exchange, path, body: named };
    return { ...exchange, path: withToken(path, cardToken) };
  }

  function checkCard(card: CardToTokenise): void {
    const issues: ValidationIssue[] = [];
    for (const [name, wireName] of Object.entries(CARD_FIELDS)) {
      const value: unknown = card[name as keyof typeof CARD_FIELDS];
      if (value === undefined || value === null || value === '') {
        issues.push({ path: name, rule: 'required', message: 'expected to be present' });
      } else issues.push(...textIssues(value, name, limits.fields[wireName] ?? false));
    }
    if (card.clientAccount !== undefined) {
      issues.push(...textIssues(card.clientAccount, 'clientAccount', limits.fields['*'] ?? false));
    }
    report(issues, 'tokenise');
  }

  function checkToken(cardToken: unknown, operation: string): void {
    const issues = textIssues(cardToken, 'cardToken', limits.fields.CardToken ?? false);
    if (cardToken === '' || cardToken === undefined) {
      issues.push({ path: 'cardToken', rule: 'required', message: 'expected to be present' });
    } else if (cardToken === '.' || cardToken === '..') {
      // A URL parser would climb out of the path (T37); no escape prevents that.
      issues.push({ path: 'cardToken', rule: 'shape', message: 'expected a token, not a path' });
    }
    // Unlike other fields, never let through: another path is another operation.
    if (issues.length > 0) throw new ValidationError(issues, { operation });
  }

  function textIssues(value: unknown, path: string, rule: TextRule): ValidationIssue[] {
    if (typeof value !== 'string') return [{ path, rule: 'type', message: 'expected a text' }];
    if (rule === false || rule.test(value, ruleContext())) return [];
    return [{ path, rule: 'shape', message: `expected ${rule.expected}` }];
  }

  function report(issues: readonly ValidationIssue[], operation: string): void {
    if (issues.length === 0 || context.validate === 'off') return;
    if (context.validate === 'strict') throw new ValidationError(issues, { operation });
    for (const { path, message } of issues) context.warn(operation, `${path}: ${message}`);
  }
}

/** Puts a token where the path names it (`{cardToken}`), else behind it; encoded, so that it stays one segment (T37). */
function withToken(path: string, token: string): string {
  const segment = encodeURIComponent(token);
  return /\{\w+\}/.test(path) ? path.replace(/\{\w+\}/, () => segment) : `${path}/${segment}`;
}
