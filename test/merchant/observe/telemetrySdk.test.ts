import { context, trace } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import {
  BasicTracerProvider,
  InMemorySpanExporter,
  type ReadableSpan,
  SimpleSpanProcessor,
} from '@opentelemetry/sdk-trace-base';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { createGateway } from '../../../src/gateway/createGateway.ts';
import { createCheckoutHandler } from '../../../src/merchant/createCheckoutHandler.ts';
import { memoryStore } from '../../../src/merchant/store/memory.ts';
import { createSandbox } from '../../../src/sandbox/index.ts';

/* OpenTelemetry's own SDK: the spans of handler and gateway client make one tree. */

const exporter = new InMemorySpanExporter();
const provider = new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] });
const tracer = provider.getTracer('shop');

beforeAll(() => {
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
});
afterAll(async () => {
  context.disable();
  await provider.shutdown();
});
beforeEach(() => exporter.reset());

/** Every finished span with its ancestors, the outermost first. */
function paths(): string[] {
  const spans = exporter.getFinishedSpans();
  const pathOf = (span: ReadableSpan): string => {
    const parent = spans.find((one) => one.spanContext().spanId === span.parentSpanContext?.spanId);
    return parent === undefined ? span.name : `${pathOf(parent)} > ${span.name}`;
  };
  return spans.map(pathOf);
}

async function shop(onPayment: () => void) {
  const sandbox = createSandbox({ mode: 'instant' });
  const { url: baseUrl } = await sandbox.listen({ port: 0, host: '127.0.0.1' });
  const handler = createCheckoutHandler({
    gateway: createGateway({ baseUrl, ...sandbox.credentials, test: true, tracer }),
    store: memoryStore(),
    publicUrl: 'http://127.0.0.1:9/checkout',
    authorize: 'anyone',
    resolveOrder: (order) => ({ orderReference: String(order), amount: '10.00', currency: 'EUR' }),
    onPayment,
    tracer,
    limits: { pollIntervalMs: 0 },
    sweepEveryMs: false,
  });
  const open = () =>
    handler.fetch(
      new Request('http://127.0.0.1:9/checkout/session', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ order: 'A-1' }),
      }),
    );
  return { sandbox, handler, open };
}

it('a gateway call stands under the request, the status call and the fulfilment under what led to them', async () => {
  const active: (string | undefined)[] = [];
  const { sandbox, handler, open } = await shop(() => {
    active.push((trace.getActiveSpan() as unknown as ReadableSpan | undefined)?.name);
  });
  sandbox.notifications.pause();
  try {
    const { sessionId } = (await (await open()).json()) as { sessionId: string };
    expect(paths()).toEqual(['checkout POST > gateway createHpp', 'checkout POST']);
    exporter.reset();

    sandbox.trigger({ event: 'processed', orderReference: 'A-1' });
    const status = await handler.fetch(new Request(`http://127.0.0.1:9/checkout/session/${sessionId}`));
    expect(await status.json()).toMatchObject({ status: 'completed' });
    await handler.close();
    expect(paths().sort()).toEqual([
      'checkout GET',
      'checkout GET > checkout fulfil',
      'checkout GET > checkout poll',
      'checkout GET > checkout poll > gateway retrieve',
    ]);
    // The merchant's own spans find their place too.
    expect(active).toEqual(['checkout fulfil']);
    const traces = exporter.getFinishedSpans().map((span) => span.spanContext().traceId);
    expect(new Set(traces).size).toBe(1);
  } finally {
    await handler.close();
    await sandbox.close();
  }
});

it('a gateway that fails is an error of its span and of the request’s', async () => {
  const { sandbox, handler, open } = await shop(() => {});
  await sandbox.close();
  try {
    expect((await open()).status).toBe(503);
    const failed = exporter.getFinishedSpans().filter(({ status }) => status.code === 2);
    expect(failed.map(({ name }) => name)).toEqual(['gateway createHpp', 'checkout POST']);
    expect(paths()).toContain('checkout POST > gateway createHpp');
  } finally {
    await handler.close();
  }
});
