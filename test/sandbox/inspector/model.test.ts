import { describe, expect, it } from 'vitest';
import type { SandboxEvent } from '../../../src/sandbox/events.ts';
import { controlApi } from '../../../src/sandbox/inspector/client/controlApi.ts';
import { showClock, showJson, showTime } from '../../../src/sandbox/inspector/client/format.ts';
import { createModel, type EventLink } from '../../../src/sandbox/inspector/client/model.ts';
import { readFault } from '../../../src/sandbox/inspector/client/readFault.ts';

/** Lets answers that are already there be taken. */
const turn = () => new Promise((resolve) => setImmediate(resolve));

function harness(answers: Record<string, unknown> = {}) {
  const calls: { method: string; path: string; body: unknown; authorization: string | undefined }[] = [];
  const replies: Record<string, unknown> = {
    'GET transactions': { transactions: [] },
    'GET requests': { requests: [] },
    'GET notifications': { paused: false, notifications: [] },
    'GET tokens': { tokens: [] },
    'GET faults': { faults: [] },
    'GET clock': { now: 5000, frozen: true },
    'GET profile': { profile: [] },
    ...answers,
  };
  let waiting: (() => void)[] | null = null;
  const api = controlApi({
    base: '/_sandbox/',
    fetch: async (input, init) => {
      const path = input.slice('/_sandbox/'.length);
      const { authorization } = Object.fromEntries(
        Object.entries(init.headers as Record<string, string>).map(([name, value]) => [
          name.toLowerCase(),
          value,
        ]),
      );
      const body = typeof init.body === 'string' ? JSON.parse(init.body) : undefined;
      calls.push({ method: init.method ?? '', path, body, authorization });
      if (waiting !== null) await new Promise<void>((resolve) => waiting?.push(resolve));
      const reply = replies[`${init.method} ${path}`];
      return reply instanceof Response ? reply.clone() : Response.json(reply ?? {});
    },
  });
  const links: (EventLink & { path: string; closed: boolean })[] = [];
  const model = createModel({
    api,
    openEvents: (path) => {
      const link = { path, closed: false, onopen: null, onerror: null, onmessage: null, close: () => {} };
      link.close = () => {
        link.closed = true;
      };
      links.push(link);
      return link;
    },
    now: () => 100,
  });
  const happen = (event: Partial<SandboxEvent>) => {
    const data = JSON.stringify({ sequence: 1, at: 0, type: 'request', data: {}, ...event });
    links.at(-1)?.onmessage?.({ data } as MessageEvent<string>);
  };
  return {
    model,
    calls,
    replies,
    links,
    happen,
    paths: () => calls.splice(0).map(({ method, path }) => `${method} ${path}`),
    hold: () => {
      waiting = [];
    },
    release: () => {
      for (const resolve of waiting ?? []) resolve();
      waiting = null;
    },
  };
}

describe('the inspector’s model', () => {
  it('loads everything, then listens', async () => {
    const { model, links, paths } = harness({ 'GET requests': { requests: [{ id: 7 }] } });
    await model.start(null);
    expect(paths().sort()).toEqual(
      'clock faults notifications profile requests tokens transactions'
        .split(' ')
        .map((name) => `GET ${name}`),
    );
    expect(model.requests.value).toEqual([{ id: 7 }]);
    expect(model.clock.value).toEqual({ now: 5000, frozen: true, readAt: 100 });
    expect(links.map(({ path }) => path)).toEqual(['/_sandbox/events']);
    links[0]?.onopen?.(new Event('open'));
    expect(model.link.value).toBe('live');
  });

  it('loads again what an event touched, and only that', async () => {
    const { model, happen, paths } = harness();
    await model.start(null);
    paths();
    happen({ sequence: 1, type: 'notification.attempted' });
    await turn();
    expect(paths()).toEqual(['GET notifications']);
    happen({ sequence: 2, type: 'reset' });
    await turn();
    expect(paths()).toHaveLength(6);
  });

  it('loads a list once for many events that come while it loads', async () => {
    const { model, happen, paths, hold, release } = harness();
    await model.start(null);
    paths();
    hold();
    for (let sequence = 1; sequence <= 50; sequence++) happen({ sequence, type: 'request' });
    release();
    await turn();
    expect(paths()).toEqual(['GET requests', 'GET requests']);
  });

  it('shows each event once, newest first, though the stream repeats itself after a break', async () => {
    const { model, happen } = harness();
    await model.start(null);
    for (const sequence of [1, 2, 1, 2, 3]) happen({ sequence });
    expect(model.events.value.map(({ sequence }) => sequence)).toEqual([3, 2, 1]);
  });

  it('loads everything again once a lost link is back', async () => {
    const { model, links, paths } = harness();
    await model.start(null);
    links[0]?.onopen?.(new Event('open'));
    links[0]?.onerror?.(new Event('error'));
    expect(model.link.value).toBe('lost');
    paths();
    links[0]?.onopen?.(new Event('open'));
    await turn();
    expect([model.link.value, paths().length]).toEqual(['live', 6]);
  });

  it('asks for the token when the controls want one, and sends it everywhere', async () => {
    const locked = Response.json({ error: 'The control token is missing.' }, { status: 401 });
    const { model, calls, replies, links } = harness({ 'GET tokens': locked });
    await model.start(null);
    expect([model.link.value, model.problem.value]).toEqual(['locked', 'The control token is missing.']);
    replies['GET tokens'] = { tokens: [] };
    calls.length = 0;
    await model.start('se cret');
    expect(calls.every(({ authorization }) => authorization === 'Bearer se cret')).toBe(true);
    expect(links.at(-1)?.path).toBe('/_sandbox/events?token=se%20cret');
    expect(model.problem.value).toBeNull();
  });

  it('moves the clock, resends, triggers, pauses and resets by the controls', async () => {
    const { model, calls } = harness();
    await model.start(null);
    calls.length = 0;
    await model.advance('121s');
    await model.freeze(false);
    await model.setTime('2030-01-01T00:00Z');
    await model.resend('a/b');
    await model.trigger(17, 'declined');
    await model.pause(true);
    await model.reset();
    expect(calls.filter(({ method }) => method === 'POST').map(({ path, body }) => [path, body])).toEqual([
      ['clock', { advance: '121s' }],
      ['clock', { run: true }],
      ['clock', { set: '2030-01-01T00:00Z' }],
      ['notifications/a%2Fb/resend', {}],
      ['trigger', { pspId: '17', event: 'declined' }],
      ['pause', {}],
      ['reset', {}],
    ]);
  });

  it('shows a refusal in the control’s own words, and an unreachable sandbox as such', async () => {
    const { model, replies } = harness();
    await model.start(null);
    replies['POST clock'] = Response.json({ error: '"soon" is not a duration.' }, { status: 400 });
    await model.advance('soon');
    expect(model.problem.value).toBe('"soon" is not a duration.');
    replies['POST clock'] = new Response('<html>', { status: 502 });
    await model.advance('1s');
    expect(model.problem.value).toBe('The control answered 502.');
    model.dismiss();
    expect(model.problem.value).toBeNull();
  });

  it('ends the stream when it stops', async () => {
    const { model, links } = harness();
    await model.start(null);
    model.stop();
    expect(links[0]?.closed).toBe(true);
  });
});

describe('the inspector’s forms and formats', () => {
  it('leave out what a kind of fault does not have', () => {
    const form = new FormData();
    const fields = {
      do: 'delay',
      status: '503',
      ms: '3000',
      times: '',
      when: 'after',
      operation: 'page',
      orderReference: 'A',
    };
    for (const [name, value] of Object.entries(fields)) form.set(name, value);
    expect(readFault(form)).toEqual({
      do: 'delay',
      ms: 3000,
      when: 'after',
      match: { operation: 'page', orderReference: 'A' },
    });
  });

  it('show times in UTC and JSON as it is', () => {
    expect(showTime(0)).toBe('1970-01-01 00:00:00.000');
    expect(showClock(1)).toBe('00:00:00.001');
    expect(showTime(Number.NaN)).toBe('NaN');
    expect(showJson('text')).toBe('text');
    expect(showJson({ a: 1 })).toBe('{\n  "a": 1\n}');
    expect(showJson(undefined)).toBe('');
  });
});
