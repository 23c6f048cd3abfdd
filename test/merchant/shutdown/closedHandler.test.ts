import { createServer, get, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it } from 'vitest';
import { toNodeHandler } from '../../../src/merchant/node.ts';
import { handlerHarness } from '../../support/handlerHarness.ts';

describe('a handler that was closed', () => {
  it('answers every route 503 shutting_down, with Connection: close and when to ask again', async () => {
    const { handler, ...harness } = handlerHarness();
    const id = await harness.session('A-1');
    await handler.close();
    for (const answer of [
      await harness.open('A-2'),
      await harness.get(`/session/${id}`),
      await harness.comeBack(id),
      await harness.notify(),
      await harness.get('/health'),
      await harness.get('/nowhere'),
    ]) {
      expect(answer.status).toBe(503);
      expect(answer.headers.get('content-type')).toMatch(/^application\/problem\+json/);
      expect(answer.headers.get('connection')).toBe('close');
      expect(answer.headers.get('retry-after')).toBe('1');
      expect(answer.headers.get('cache-control')).toBe('no-store');
      expect(await answer.json()).toMatchObject({ status: 503, code: 'shutting_down', retryAfterMs: 1_000 });
    }
    expect(harness.gateway.created).toHaveLength(1);
  });

  it('finishes the requests that run, and their work, before close() is done; it may be called again', async () => {
    let answerOrder = (_: null) => {};
    const asked: string[] = [];
    const { handler, ...harness } = handlerHarness({
      handler: {
        resolveOrder: () =>
          new Promise<null>((resolve) => {
            asked.push('order');
            answerOrder = resolve;
          }),
      },
    });
    const running = harness.open('A-1');
    await expect.poll(() => asked).toEqual(['order']);
    const steps: string[] = [];
    const closed = Promise.all([handler.close(), handler.close()]).then(() => steps.push('closed'));
    expect((await harness.get('/health')).status).toBe(503);
    expect(steps).toEqual([]);
    answerOrder(null);
    expect((await running).status).toBe(404);
    await closed;
    expect(steps).toEqual(['closed']);
  });

  it('ends the connection that such a request came on', async () => {
    const { handler } = handlerHarness();
    await handler.close();
    const server = createServer(toNodeHandler(handler)).listen(0);
    const { port } = server.address() as AddressInfo;
    const answer = await new Promise<IncomingMessage>((resolve) =>
      get(`http://127.0.0.1:${port}/checkout/health`, resolve),
    );
    expect([answer.statusCode, answer.headers.connection]).toEqual([503, 'close']);
    answer.resume();
    await new Promise((resolve) => server.close(resolve));
  });
});
