import { type Context, Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { parseDuration } from '../clock/duration.ts';
import type { Trigger } from '../control/trigger.ts';
import type { Events } from '../events.ts';
import type { NewFault } from '../faults/fault.ts';
import { TransitionError } from '../ledger/ledger.ts';
import type { Sandbox } from '../sandbox.ts';
import { eventStream } from './eventStream.ts';
import { controlGuard, type GuardOptions } from './guard.ts';

export interface ControlOptions extends GuardOptions {
  events: Events;
  /** The inspector. */
  pages: Hono;
  every: (ms: number, callback: () => void) => () => void;
}

/**
 * The controls over HTTP, under `/_sandbox`: each route calls the method of the same name.
 *
 * GET `requests` · `notifications` · `transactions` · `tokens` · `faults` · `clock` · `snapshot` · `profile` · `events` (SSE).
 * POST `reset` · `clock` · `faults` · `trigger` · `pause` · `resume` · `settle` · `notifications/:id/resend`.
 */
export function controlRoutes(sandbox: Sandbox, options: ControlOptions): Hono {
  const routes = new Hono().basePath('/_sandbox');
  const limit = bodyLimit({ maxSize: 65_536 });
  routes.use('*', controlGuard(options), limit);
  routes.onError((error, c) => {
    if (error instanceof RangeError) return c.json({ error: error.message }, 400);
    if (error instanceof TransitionError) return c.json({ error: error.message }, 409);
    throw error;
  });

  const clock = () => ({ now: sandbox.clock.now(), frozen: sandbox.clock.frozen });

  routes.get('/requests', (c) => c.json({ requests: sandbox.requests.list() }));
  routes.get('/transactions', (c) => c.json({ transactions: sandbox.transactions.list() }));
  routes.get('/tokens', (c) => c.json({ tokens: sandbox.tokens.list() }));
  routes.get('/notifications', (c) =>
    c.json({ paused: sandbox.notifications.paused, notifications: sandbox.notifications.list() }),
  );
  routes.get('/faults', (c) => c.json({ faults: sandbox.faults.list() }));
  routes.get('/clock', (c) => c.json(clock()));
  routes.get('/snapshot', (c) =>
    c.json({
      clock: clock(),
      transactions: sandbox.transactions.list(),
      tokens: sandbox.tokens.list(),
      notifications: sandbox.notifications.list(),
      faults: sandbox.faults.list(),
      balances: sandbox.balances.list(),
    }),
  );
  routes.get('/profile', (c) => c.json({ profile: sandbox.describe() }));
  routes.get('/events', (c) => {
    const last = Number(c.req.header('last-event-id') ?? c.req.query('after') ?? Number.NaN);
    return eventStream(options.events, Number.isSafeInteger(last) ? last : null, options.every);
  });

  routes.post('/reset', async (c) => {
    await sandbox.reset();
    return c.json({ done: true });
  });
  routes.post('/settle', async (c) => {
    await sandbox.settle();
    return c.json({ done: true });
  });
  routes.post('/pause', (c) => {
    sandbox.notifications.pause();
    return c.json({ paused: true });
  });
  routes.post('/resume', (c) => {
    sandbox.notifications.resume();
    return c.json({ paused: false });
  });
  routes.post('/clock', async (c) => {
    await moveClock(sandbox, await json(c));
    return c.json(clock());
  });
  routes.post('/faults', async (c) => {
    const body = await json(c);
    if (body.clear === true) sandbox.faults.clear();
    else if (typeof body.remove === 'string') {
      if (!sandbox.faults.remove(body.remove)) return c.json({ error: 'There is no such fault.' }, 404);
    } else return c.json({ fault: sandbox.faults.add(body as unknown as NewFault) });
    return c.json({ faults: sandbox.faults.list() });
  });
  routes.post('/trigger', async (c) =>
    c.json({ transaction: sandbox.trigger((await json(c)) as unknown as Trigger) }),
  );
  routes.post('/notifications/:id/resend', async (c) => {
    const id = c.req.param('id');
    if (!sandbox.notifications.list().some((notification) => notification.id === id)) {
      return c.json({ error: `There is no notification "${id}".` }, 404);
    }
    return c.json({ notification: await sandbox.notifications.resend(id) });
  });
  routes.route('/', options.pages);
  routes.all('*', (c) => c.json({ error: 'There is no such control.' }, 404));
  return routes;
}

async function moveClock({ clock }: Sandbox, body: Record<string, unknown>): Promise<void> {
  const [name, value] = Object.entries(body)[0] ?? [];
  if (Object.keys(body).length !== 1) {
    throw new RangeError('clock: expected one of advance, set, freeze or run, such as {"advance": "121s"}.');
  }
  if (name === 'advance') return clock.advance(parseDuration(value));
  if (name === 'set') return clock.set(timeOf(value));
  if (name === 'freeze' && value === true) return clock.freeze();
  if (name === 'run' && value === true) return clock.run();
  throw new RangeError(`clock: expected advance, set, or freeze or run with true, got "${name}".`);
}

/** Milliseconds since 1970, or a date and time of ISO 8601. */
function timeOf(value: unknown): number {
  const time = typeof value === 'number' ? value : Date.parse(String(value));
  if (!Number.isFinite(time))
    throw new RangeError('clock.set: expected a date such as "2030-01-15T12:00:00Z".');
  return time;
}

/** An absent body reads as an empty object. */
async function json(c: Context): Promise<Record<string, unknown>> {
  const text = await c.req.text();
  if (text.trim() === '') return {};
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    throw new RangeError('The body is not JSON.');
  }
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    throw new RangeError('The body is not a JSON object.');
  }
  return body as Record<string, unknown>;
}
