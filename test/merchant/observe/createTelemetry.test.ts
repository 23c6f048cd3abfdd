import { describe, expect, it } from 'vitest';
import { type CheckoutTracer, createTelemetry } from '../../../src/merchant/observe/telemetry.ts';

/** A tracer and a meter that write down every call. */
function recorder() {
  const calls: unknown[] = [];
  const span = {
    setAttribute: (...given: unknown[]) => calls.push(['setAttribute', ...given]),
    setStatus: (...given: unknown[]) => calls.push(['setStatus', ...given]),
    end: (...given: unknown[]) => void calls.push(['end', ...given]),
  };
  const tracer: CheckoutTracer = {
    startSpan: (...given) => {
      calls.push(['startSpan', ...given]);
      return span;
    },
  };
  const meter = {
    createCounter: (...given: unknown[]) => {
      calls.push(['createCounter', ...given]);
      return { add: (...added: unknown[]) => void calls.push(['add', ...added]) };
    },
    createHistogram: (...given: unknown[]) => {
      calls.push(['createHistogram', ...given]);
      return { record: (...recorded: unknown[]) => void calls.push(['record', ...recorded]) };
    },
  };
  return { calls, span, tracer, meter };
}

function open(parts: Parameters<typeof createTelemetry>[0]) {
  let now = 1_000;
  const lines: [string, string][] = [];
  const error = (fields: object, message: string) =>
    void lines.push([(fields as { err: { functionName: string } }).err.functionName, message]);
  const nobody = () => {};
  const log = { debug: nobody, info: nobody, warn: nobody, error };
  const telemetry = createTelemetry(parts, () => now, log);
  const request = (status: number) =>
    telemetry.request(
      'GET',
      async () => {
        now += 250;
      },
      () => ({ route: '/session/:id', status }),
    );
  return { telemetry, request, lines };
}
const FAILED = 'Telemetry failed; the checkout goes on without it';
const ANSWERED = (status: number) => ({
  'http.request.method': 'GET',
  'http.route': '/session/:id',
  'http.response.status_code': status,
});

describe('what a tracer and a meter are told', () => {
  it.each([
    [200, []],
    [499, []],
    [500, [['setStatus', { code: 2 }]]],
    [503, [['setStatus', { code: 2 }]]],
  ] as const)('of a request that is answered with %i', async (status, marks) => {
    const { calls, tracer, meter } = recorder();
    const { telemetry, request, lines } = open({ tracer, meter });
    expect(telemetry.isOn).toBe(true);
    await request(status);
    expect(calls).toEqual([
      ['createCounter', 'checkout.events', { description: 'Events of the sessions’ logs' }],
      ['createHistogram', 'checkout.request.duration', { unit: 's' }],
      ['startSpan', 'checkout GET', { kind: 1 }],
      ['record', 0.25, ANSWERED(status)],
      ...Object.entries(ANSWERED(status)).map(([name, value]) => ['setAttribute', name, value]),
      ...marks,
      ['end'],
    ]);
    expect(lines).toEqual([]);
  });

  it('of work, and of work that fails, whose error passes through', async () => {
    const { calls, tracer } = recorder();
    const { telemetry, lines } = open({ tracer });
    const names = { 'checkout.session': 's-1' };
    expect(await telemetry.task('poll', names, async () => 7)).toBe(7);
    const started = ['startSpan', 'checkout poll', { kind: 0, attributes: names }];
    expect(calls.splice(0)).toEqual([started, ['end']]);
    for (const [thrown, message] of [
      [new TypeError('x'), 'TypeError'],
      ['a text', 'error'],
    ]) {
      await expect(telemetry.task('poll', names, () => Promise.reject(thrown))).rejects.toBe(thrown);
      expect(calls.splice(0)).toEqual([started, ['setStatus', { code: 2, message }], ['end']]);
    }
    expect(lines).toEqual([]);
  });

  it('of an event', () => {
    const { calls, meter } = recorder();
    const { telemetry } = open({ meter });
    telemetry.event('overpaid', true);
    expect(calls.slice(2)).toEqual([['add', 1, { type: 'overpaid', alert: true }]]);
    expect(telemetry.isOn).toBe(true);
  });

  it('of a failure of work, and no more than that', async () => {
    const { calls, tracer } = recorder();
    await open({ tracer }).request(500);
    expect(calls.find((call) => (call as unknown[])[0] === 'setStatus')).toStrictEqual([
      'setStatus',
      { code: 2 },
    ]);
  });

  it('of what goes wrong where there is a meter alone: nothing else fails', async () => {
    const { meter } = recorder();
    const { telemetry, request, lines } = open({ meter });
    await request(500);
    await expect(telemetry.task('poll', {}, () => Promise.reject(new Error('x')))).rejects.toThrow('x');
    expect(lines).toEqual([]);
  });

  it('is on for a tracer alone, and for a meter alone', () => {
    const { tracer, meter } = recorder();
    expect([{ tracer }, { meter }, {}].map((parts) => open(parts).telemetry.isOn)).toEqual([
      true,
      true,
      false,
    ]);
  });

  it('nothing, where there is neither, and the work runs', async () => {
    const { telemetry, request, lines } = open({});
    expect(telemetry.isOn).toBe(false);
    await request(200);
    expect(await telemetry.task('poll', {}, async () => 7)).toBe(7);
    telemetry.event('overpaid', true);
    expect(lines).toEqual([]);
  });

  it('under the tracer’s own callback, where it has one', async () => {
    const { calls, span, tracer } = recorder();
    const active: CheckoutTracer = {
      ...tracer,
      startActiveSpan: (name, options, run) => {
        calls.push(['startActiveSpan', name, options]);
        return run(span as never);
      },
    };
    const { telemetry, lines } = open({ tracer: active });
    expect(await telemetry.task('poll', {}, async () => 7)).toBe(7);
    expect(calls).toEqual([['startActiveSpan', 'checkout poll', { kind: 0, attributes: {} }], ['end']]);
    // The work's failure is no failure of the tracer.
    await expect(telemetry.task('poll', {}, () => Promise.reject(new Error('x')))).rejects.toThrow('x');
    expect(lines).toEqual([]);
  });
});

describe('T54 telemetry that fails is named once, and the work goes on', () => {
  const fails = () => {
    throw new Error('exporter is full');
  };

  it.each([
    ['tracer.startSpan', { startSpan: fails }],
    ['tracer.startSpan', { startSpan: () => Promise.reject(new Error('exporter is full')) }],
    ['tracer.startSpan', { startSpan: () => ({ end() {} }) }],
    ['tracer.startActiveSpan', { startActiveSpan: fails, startSpan: fails }],
    [
      'tracer.startActiveSpan',
      { startActiveSpan: () => Promise.reject(new Error('exporter is full')), startSpan: fails },
    ],
  ])('%s', async (name, tracer) => {
    const { telemetry, lines } = open({ tracer: tracer as never });
    expect(await telemetry.task('poll', {}, async () => 7)).toBe(7);
    expect(await telemetry.task('poll', {}, async () => 8)).toBe(8);
    await new Promise(setImmediate);
    expect(lines).toEqual([[name, FAILED]]);
  });

  it.each([
    [null, 'meter.createCounter answered without add.'],
    [{}, 'meter.createCounter answered without add.'],
  ])('says what is missing of %j', (counter, message) => {
    const errors: Error[] = [];
    const log = { error: ({ err }: { err: Error }) => errors.push(err) } as never;
    createTelemetry({ meter: { ...recorder().meter, createCounter: () => counter } as never }, () => 0, log);
    expect(errors.map((error) => error.message)).toEqual([message]);
  });

  it.each([
    ['span.setAttribute', 'setAttribute'],
    ['span.setStatus', 'setStatus'],
    ['span.end', 'end'],
  ] as const)('%s', async (name, method) => {
    const { span, tracer } = recorder();
    const { request, lines } = open({
      tracer: { ...tracer, startSpan: () => ({ ...span, [method]: fails }) as never },
    });
    await request(500);
    await request(500);
    expect(lines).toEqual([[name, FAILED]]);
  });

  it.each([
    ['meter.createCounter', { createCounter: fails }],
    ['meter.createCounter', { createCounter: () => ({}) }],
    ['meter.createCounter', { createCounter: () => null }],
    ['counter.add', { createCounter: () => ({ add: fails }) }],
    ['meter.createHistogram', { createHistogram: fails }],
    ['meter.createHistogram', { createHistogram: () => ({ add() {} }) }],
    ['histogram.record', { createHistogram: () => ({ record: fails }) }],
  ])('%s', async (name, part) => {
    const { meter } = recorder();
    const { telemetry, request, lines } = open({ meter: { ...meter, ...part } as never });
    for (let n = 0; n < 2; n++) {
      await request(200);
      telemetry.event('completed', false);
    }
    expect(lines).toEqual([[name, FAILED]]);
  });
});
