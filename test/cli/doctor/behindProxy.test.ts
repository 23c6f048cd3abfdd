import { describe, expect, it } from 'vitest';
import type { Answer } from '../../../src/cli/doctor/ask.ts';
import { behindProxy } from '../../../src/cli/doctor/handler/behindProxy.ts';
import { handlerHarness } from '../../support/handlerHarness.ts';

const { handler } = handlerHarness();

/** The doctor’s question, as a server behind a proxy, or none, would pass it on. */
const finding = (context: Parameters<typeof handler.fetch>[1]) =>
  behindProxy('https://shop.example/checkout', async (url) => {
    const response = await handler.fetch(new Request(url), context);
    return {
      status: response.status,
      headers: response.headers,
      text: '',
      json: await response.json(),
    } as Answer;
  }).run();

describe('T70 the doctor looks whether customers are told apart', () => {
  it('a proxy that is not trusted is a warning, with what to set', async () => {
    expect(await finding({ clientAddress: '10.0.0.1', untrustedForwarding: true })).toMatchObject({
      state: 'warning',
      change: expect.stringContaining('trustedProxies: 1'),
    });
  });

  it('no address at all is a warning', async () => {
    expect(await finding({})).toMatchObject({
      state: 'warning',
      change: expect.stringContaining('clientAddress'),
    });
  });

  it('a known address is fine; a backend of one’s own that does not say is skipped', async () => {
    expect(await finding({ clientAddress: '203.0.113.9' })).toMatchObject({ state: 'ok' });
    const silent = { status: 200, headers: new Headers(), text: '', json: { status: 'ok' } };
    expect(await behindProxy('https://shop.example', async () => silent).run()).toMatchObject({
      state: 'skipped',
    });
  });
});
