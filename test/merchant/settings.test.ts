import { describe, expect, it } from 'vitest';
import { createCheckoutHandler } from '../../src/merchant/createCheckoutHandler.ts';
import type { CheckoutHandlerOptions } from '../../src/merchant/options.ts';
import { memoryStore } from '../../src/merchant/store/memory.ts';
import { fakeGateway } from '../support/fakeGateway.ts';

const create = (change: Partial<Record<keyof CheckoutHandlerOptions, unknown>> = {}) =>
  createCheckoutHandler({
    gateway: fakeGateway(),
    store: memoryStore(),
    publicUrl: 'https://shop.example/checkout',
    resolveOrder: () => null,
    sweepEveryMs: false,
    ...change,
  } as CheckoutHandlerOptions);

describe('the handler’s options', () => {
  const bad: [Partial<Record<keyof CheckoutHandlerOptions, unknown>>, RegExp][] = [
    [{ gateway: undefined }, /^gateway is missing/],
    [{ store: undefined }, /^store is missing/],
    [{ resolveOrder: undefined }, /^resolveOrder is missing/],
    [{ publicUrl: undefined }, /^publicUrl: expected/],
    [{ publicUrl: '/checkout' }, /^publicUrl: expected/],
    [{ publicUrl: 'ftp://shop.example' }, /^publicUrl: expected/],
    [{ publicUrl: 'https://shop.example/?a=1' }, /^publicUrl: expected/],
    [{ publicUrl: 'https://user@shop.example/' }, /^publicUrl: expected/],
    [{ allowedOrigins: ['*'] }, /^allowedOrigins: "\*" is not an exact origin/],
    [{ allowedOrigins: ['https://shop.example/'] }, /exact origin/],
    [{ allowedOrigins: ['null'] }, /exact origin/],
    [{ gatewayOrigins: ['pay.example'] }, /^gatewayOrigins/],
    [{ confirmWith: 'both' }, /^confirmWith: expected/],
    [{ successUrl: 'javascript:alert(1)' }, /^successUrl: expected an http\(s\) address/],
    [{ onPayment: 'ship' }, /^onPayment: expected a function/],
    [{ limits: { bodyByte: 1 } }, /^limits\.bodyByte is unknown\. Known: bodyBytes/],
    [{ limits: { bodyBytes: Number.NaN } }, /^limits\.bodyBytes: expected a number/],
    [{ limits: { hookMs: -1 } }, /^limits\.hookMs: expected/],
  ];
  for (const [change, message] of bad) {
    it(`${JSON.stringify(change, (_, value) => (value === undefined ? null : value))} is named, with what was expected`, () => {
      expect(() => create(change)).toThrow(
        expect.objectContaining({
          name: 'CheckoutConfigError',
          code: 'config_invalid',
          message: expect.stringMatching(message),
        }),
      );
    });
  }

  it('T3 a live gateway needs https', () => {
    expect(() => create({ gateway: fakeGateway({ test: false }), publicUrl: 'http://shop.example' })).toThrow(
      /live gateway needs https/,
    );
    expect(() => create({ publicUrl: 'http://localhost:3000/checkout' })).not.toThrow();
  });

  it('0 is a limit', async () => {
    const handler = create({ limits: { sessionsPerAddress: 0 } });
    const request = new Request('https://shop.example/checkout/session', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"order":1}',
    });
    expect((await handler.fetch(request, { clientAddress: '1.2.3.4' })).status).toBe(429);
  });
});
