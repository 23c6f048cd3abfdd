import { expect, it } from 'vitest';
import type { CheckoutMeter, CheckoutTracer } from '../../../src/merchant/observe/telemetry.ts';
import { CARD_TOKEN } from '../../support/fakeGateway.ts';
import { handlerHarness } from '../../support/handlerHarness.ts';

interface Span {
  name: string;
  attributes: Record<string, unknown>;
  failed: boolean;
  ended: number;
}

function recorder() {
  const spans: Span[] = [];
  const measured: [name: string, value: number, attributes: unknown][] = [];
  const tracer: CheckoutTracer = {
    startSpan(name, options) {
      const span: Span = { name, attributes: { ...options?.attributes }, failed: false, ended: 0 };
      spans.push(span);
      return {
        setAttribute: (key, value) => {
          span.attributes[key] = value;
        },
        setStatus: ({ code }) => {
          span.failed = code === 2;
        },
        end: () => {
          span.ended++;
        },
      };
    },
  };
  const meter: CheckoutMeter = {
    createCounter: (name) => ({ add: (value, attributes) => measured.push([name, value, attributes]) }),
    createHistogram: (name) => ({ record: (value, attributes) => measured.push([name, value, attributes]) }),
  };
  return { spans, measured, tracer, meter };
}

it('tells a tracer of requests, status calls and fulfilments, each ended once; a meter of durations and events', async () => {
  const { spans, measured, tracer, meter } = recorder();
  const harness = handlerHarness({ handler: { tracer, meter } });
  const id = await harness.session();
  harness.gateway.pay();
  harness.advance(5_000);
  await harness.status(id);
  await harness.drain();
  await harness.get('/session/nobody');
  const routes = spans.map(
    ({ name, attributes }) =>
      `${name} ${attributes['http.route'] ?? ''} ${attributes['http.response.status_code'] ?? ''}`,
  );
  expect(routes).toEqual([
    'checkout POST /session 201',
    'checkout GET /session/:id 200',
    'checkout poll  ',
    'checkout fulfil  ',
    'checkout GET /session/:id 404',
  ]);
  for (const span of spans) expect(span).toMatchObject({ ended: 1, failed: false });
  const events = measured
    .filter(([name]) => name === 'checkout.events')
    .map(([, , attributes]) => attributes);
  expect(events).toContainEqual({ type: 'completed', alert: false });
  expect(measured.filter(([name]) => name === 'checkout.request.duration')).toHaveLength(3);
  expect(JSON.stringify([spans, measured])).not.toContain(CARD_TOKEN);
});

it('marks a fulfilment that failed', async () => {
  const { spans, tracer } = recorder();
  const harness = handlerHarness({
    handler: { tracer, onPayment: () => Promise.reject(new Error('no stock')) },
  });
  await harness.session();
  harness.gateway.pay();
  await harness.notify();
  expect(spans.find(({ name }) => name === 'checkout fulfil')).toMatchObject({ failed: true, ended: 1 });
});

it('T54 runs the work once, whatever the tracer makes of its callback', async () => {
  const { tracer } = recorder();
  const span = tracer.startSpan('x');
  const ways: Record<string, NonNullable<CheckoutTracer['startActiveSpan']>> = {
    'never calls it': () => undefined as never,
    'calls it twice': (_name, _options, run) => {
      run(span);
      return run(span);
    },
    'calls it later': (_name, _options, run) => setTimeout(() => run(span), 0) as never,
    'throws after it': (_name, _options, run) => {
      run(span);
      throw new Error('exporter is full');
    },
    'answers with a promise of its own': (_name, _options, run) => {
      const work = Promise.resolve(run(span));
      return work.then(() => Promise.reject(new Error('exporter is full'))) as never;
    },
  };
  for (const [what, startActiveSpan] of Object.entries(ways)) {
    const harness = handlerHarness({ handler: { tracer: { ...tracer, startActiveSpan } } });
    expect((await harness.open()).status, what).toBe(201);
    harness.gateway.pay();
    await harness.notify();
    expect(harness.gateway.created, what).toHaveLength(1);
    expect(harness.payments, what).toHaveLength(1);
    const failures = harness.logs.filter((line) => line.includes('Telemetry failed'));
    expect(failures, what).toHaveLength(what === 'throws after it' ? 1 : 0);
  }
});
