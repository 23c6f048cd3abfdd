import { describe, expect, it } from 'vitest';
import type { PaymentEvent } from '../../../src/merchant/observe/events.ts';
import type { FakeGatewayOptions } from '../../support/fakeGateway.ts';
import { handlerHarness } from '../../support/handlerHarness.ts';

function listening(gateway: FakeGatewayOptions = {}) {
  const events: PaymentEvent[] = [];
  const logged: { facts: object; message: string }[] = [];
  const nobody = () => {};
  const warn = (facts: object, message: string) => logged.push({ facts, message });
  const harness = handlerHarness({
    gateway,
    handler: {
      onEvent: (event: PaymentEvent) => {
        events.push(event);
      },
      logger: { debug: nobody, info: nobody, warn, error: nobody },
    },
  });
  const callBack = () => harness.gateway.created.at(-1)?.callBackUrl ?? '';
  const send = async (address: string, init: { body: string; headers: Record<string, string> }) => {
    const response = await harness.handler.fetch(new Request(address, { method: 'POST', ...init }));
    await harness.drain();
    return response;
  };
  const told = (type: string) => events.filter((event) => event.type === type);
  return { harness, callBack, send, told, logged };
}

describe('T81 what cannot be read', () => {
  it('with odd fields that settle nothing is taken; a log line and an event name them', async () => {
    const { harness, callBack, send, told, logged } = listening();
    const id = await harness.session();
    const notification = await harness.gateway.notification({
      Status: 'Processed',
      SentDateTime: 'yesterday-canary',
      Is3DS: 'N',
      AuthCode: 123456,
      Email: ['canary@example.com'],
    });
    expect((await send(callBack(), notification)).status).toBe(200);
    expect((await harness.record(id)).status).toBe('completed');
    expect(told('fields_unreadable').map(({ data, alert }) => [data.fields, alert])).toEqual([
      [['Email', 'SentDateTime'], false],
    ]);
    const lines = logged.filter(({ message }) => message.startsWith('Fields of a notification'));
    expect(lines).toMatchObject([{ facts: { fields: ['Email', 'SentDateTime'] } }]);
    expect(JSON.stringify([told('fields_unreadable'), lines])).not.toContain('canary');
    await send(callBack(), notification);
    expect(told('fields_unreadable')).toHaveLength(1);
  });

  it('in a status answer, they are named by one event, however often the gateway is asked', async () => {
    const { harness, told } = listening({ statusFields: 'all' });
    const id = await harness.session();
    harness.gateway.set({ Email: ['canary@example.com'], Is3DS: 'maybe' });
    for (let n = 0; n < 3; n++) {
      await harness.handler.settle(id);
      harness.advance(60_000);
    }
    harness.gateway.pay();
    await harness.handler.settle(id);
    expect((await harness.record(id)).status).toBe('completed');
    expect(told('fields_unreadable').map(({ data }) => data.fields)).toEqual([['Email', 'Is3DS']]);
    expect(JSON.stringify(told('fields_unreadable'))).not.toContain('canary');
  });

  it.each([
    ['Amount', ['10.00']],
    ['Status', null],
    ['PspId', {}],
    ['IsTest', 'perhaps'],
  ])(
    'signed, with %s %j: 400, a log line with the reason, an alert, and the gateway is asked',
    async (field, value) => {
      const { harness, callBack, send, told, logged } = listening();
      const id = await harness.session();
      const notification = await harness.gateway.notification({ Status: 'Processed', [field]: value });
      expect((await send(callBack(), notification)).status).toBe(400);
      expect(told('notification_unreadable')).toMatchObject([
        { alert: true, sessionId: id, data: { signed: true, reason: expect.stringContaining(field) } },
      ]);
      expect(logged).toMatchObject([
        { facts: { sessionId: id, data: { signed: true, reason: expect.stringContaining(field) } } },
      ]);
      expect((await harness.record(id)).status).toBe('open');
      await harness.handler.sweep();
      expect(harness.gateway.asked).toHaveLength(1);
    },
  );

  it('signed and sent to no session: the alert comes all the same', async () => {
    const { harness, send, told } = listening();
    await harness.session();
    const notification = await harness.gateway.notification({ Amount: true });
    expect((await send(new URL('/checkout/notify', callBackOf(harness)).href, notification)).status).toBe(
      400,
    );
    expect(told('notification_unreadable')).toMatchObject([{ sessionId: null, data: { signed: true } }]);
  });

  it('to the session’s own secret, but no notification at all: an alert', async () => {
    const { harness, callBack, send, told } = listening();
    const id = await harness.session();
    expect((await send(callBack(), { body: 'no JSON', headers: { signature: 'x' } })).status).toBe(400);
    expect(told('notification_unreadable')).toMatchObject([{ sessionId: id, data: { signed: false } }]);
  });

  it('T47 from a stranger: 400 and not a trace', async () => {
    const { harness, callBack, send, told, logged } = listening();
    await harness.session();
    const { body } = await harness.gateway.notification({ Amount: true });
    const address = callBack().replace(/[^/]+$/, '0'.repeat(32));
    for (const init of [
      { body: 'no JSON', headers: { signature: 'x' } },
      { body: '{"a":1,"a":2}', headers: { signature: 'x' } },
      { body: 'no JSON', headers: {} },
    ]) {
      expect((await send(address, init)).status).toBe(400);
    }
    expect((await send(address, { body, headers: { signature: 'x' } })).status).toBe(401);
    expect(told('notification_unreadable')).toEqual([]);
    expect(logged.filter(({ message }) => message.includes('notification_unreadable'))).toEqual([]);
  });
});

function callBackOf(harness: ReturnType<typeof handlerHarness>): string {
  return harness.gateway.created.at(-1)?.callBackUrl ?? '';
}
