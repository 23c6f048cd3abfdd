import { Validator } from '@seriousme/openapi-schema-validator';
import { describe, expect, it } from 'vitest';
import { problemResponse } from '../../../src/merchant/http/problem.ts';
import document from '../../../src/protocol/page/checkout.openapi.json' with { type: 'json' };
import { parseFrameMessage } from '../../../src/protocol/page/frameMessage.ts';
import { SESSION_STATUSES } from '../../../src/protocol/page/outcome.ts';
import type { Parsed } from '../../../src/protocol/page/parsed.ts';
import { type ProblemCode, parseProblem } from '../../../src/protocol/page/problem.ts';
import { parseSession } from '../../../src/protocol/page/session.ts';
import { parseStatusReply } from '../../../src/protocol/page/status.ts';
import { complaints, type SchemaName } from '../../support/openApi.ts';

const ID = '0f1e2d3c4b5a69788796a5b4c3d2e1f0';
const session = { sessionId: ID, redirectUrl: 'https://gateway.example/hpp/1' };
const message = { ns: 'hpp-checkout', v: 1, session: ID };

/** Where schema and parser must say the same of a value. */
const TABLES: readonly {
  schema: SchemaName;
  parse: (value: unknown) => Parsed<unknown>;
  good: readonly unknown[];
  bad: readonly unknown[];
}[] = [
  {
    schema: 'CheckoutSession',
    parse: parseSession,
    good: [
      session,
      {
        ...session,
        expiresInMs: 118_000,
        statusUrl: '/s',
        returnOrigin: 'https://pay.shop.example',
        test: true,
      },
      { ...session, expiresInMs: 0, test: false, more: 'is not looked at' },
      { ...session, sessionId: 'a.b~c_d-9' },
    ],
    bad: [
      null,
      [],
      'x',
      {},
      { redirectUrl: session.redirectUrl },
      { sessionId: ID },
      { ...session, sessionId: '' },
      { ...session, sessionId: 'a b' },
      { ...session, sessionId: 'x'.repeat(129) },
      { ...session, sessionId: 7 },
      { ...session, redirectUrl: null },
      { ...session, expiresInMs: '120000' },
      { ...session, expiresInMs: null },
      { ...session, statusUrl: 5 },
      { ...session, returnOrigin: {} },
    ],
  },
  {
    schema: 'SessionStatusReply',
    parse: parseStatusReply,
    good: [
      ...SESSION_STATUSES.map((status) => ({ status })),
      { status: 'open', retryAfterMs: 0 },
      { status: 'completed', orderReference: 'A-1001', more: 1 },
    ],
    bad: [null, [], {}, { status: 'paid' }, { status: 'COMPLETED' }, { status: null }, { status: ['open'] }],
  },
  {
    schema: 'ReturnedMessage',
    parse: parseFrameMessage,
    good: [
      { ...message, type: 'returned' },
      ...['success', 'failure', 'unknown'].map((hint) => ({ ...message, type: 'returned', hint })),
    ],
    bad: [
      null,
      'returned',
      { ...message, type: 'paid' },
      { ...message, type: 'returned', ns: 'other' },
      { ...message, type: 'returned', session: '' },
    ],
  },
  {
    schema: 'AckMessage',
    parse: parseFrameMessage,
    good: [{ ...message, type: 'ack' }],
    bad: [
      { ...message, type: 'ack', session: 'a/b' },
      { type: 'ack', session: ID },
    ],
  },
];

/** The widget forgives these: it reads the field as absent. A server must not send them all the same. */
const FORGIVEN: readonly [SchemaName, (value: unknown) => unknown, object, object][] = [
  ['CheckoutSession', parseSession, { ...session, test: 'yes' }, session],
  ['SessionStatusReply', parseStatusReply, { status: 'open', retryAfterMs: -1 }, { status: 'open' }],
  ['SessionStatusReply', parseStatusReply, { status: 'open', orderReference: 7 }, { status: 'open' }],
  [
    'ReturnedMessage',
    parseFrameMessage,
    { ...message, type: 'returned', hint: 'won' },
    { ...message, type: 'returned', hint: 'unknown' },
  ],
];

/** Complete by its type: a new code fails to compile here until the contract has it. */
const CODES: Readonly<Record<ProblemCode, true>> = {
  invalid_request: true,
  body_too_large: true,
  unsupported_media_type: true,
  origin_not_allowed: true,
  not_authorized: true,
  order_not_found: true,
  already_completed: true,
  session_in_progress: true,
  rate_limited: true,
  gateway_refused: true,
  gateway_unavailable: true,
  store_unavailable: true,
  notification_not_handled: true,
  shutting_down: true,
  not_found: true,
  method_not_allowed: true,
  internal_error: true,
};

describe('the contract between widget and server', () => {
  it('is OpenAPI 3.1', async () => {
    const { valid, errors } = await new Validator().validate(structuredClone(document));
    expect(errors ?? []).toEqual([]);
    expect(valid).toBe(true);
  });

  for (const { schema, parse, good, bad } of TABLES) {
    for (const value of good) {
      it(`${schema}: schema and parser take ${JSON.stringify(value)}`, () => {
        expect(complaints(schema, value)).toEqual([]);
        expect(parse(value).ok).toBe(true);
      });
    }
    for (const value of bad) {
      it(`${schema}: schema and parser refuse ${JSON.stringify(value).slice(0, 60)}`, () => {
        expect(complaints(schema, value)).not.toEqual([]);
        expect(parse(value).ok).toBe(false);
      });
    }
  }

  for (const [schema, parse, sent, read] of FORGIVEN) {
    it(`${schema}: the parser reads ${JSON.stringify(sent)} as without the wrong field, the schema refuses it`, () => {
      expect(complaints(schema, sent)).not.toEqual([]);
      expect(parse(sent)).toEqual({ ok: true, value: read });
    });
  }

  it('knows every problem code, and each answer of the handler fits it', async () => {
    const codes = Object.keys(CODES) as ProblemCode[];
    expect([...document.components.schemas.ProblemCode.enum].sort()).toEqual([...codes].sort());
    for (const code of codes) {
      const response = problemResponse(code, { sessionId: ID, orderReference: 'A-1', retryAfterMs: 1_500 });
      const body = await response.json();
      expect(complaints('Problem', body)).toEqual([]);
      expect(body.status).toBe(response.status);
      expect(parseProblem(body)).toMatchObject({ code, sessionId: ID, retryAfterMs: 1_500 });
    }
  });

  it('names each status under which the handler answers a problem on that route', () => {
    const post = Object.keys(document.paths['/session'].post.responses);
    for (const code of [
      'invalid_request',
      'not_authorized',
      'origin_not_allowed',
      'order_not_found',
      'already_completed',
      'session_in_progress',
      'body_too_large',
      'unsupported_media_type',
      'rate_limited',
      'gateway_refused',
      'gateway_unavailable',
      'store_unavailable',
      'shutting_down',
      'internal_error',
    ] as const) {
      expect(post).toContain(String(problemResponse(code).status));
    }
  });

  it('shows examples that fit their own schemas', () => {
    for (const [name, schema] of Object.entries(document.components.schemas)) {
      for (const example of 'examples' in schema ? schema.examples : []) {
        expect([name, complaints(name as SchemaName, example)]).toEqual([name, []]);
      }
    }
  });
});
