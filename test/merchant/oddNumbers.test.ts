import { afterEach, describe, expect, it, vi } from 'vitest';
import { createExpiryClock } from '../../src/checkout/clock.ts';
import { addMs } from '../../src/checkout/instant.ts';
import { platformRuntime } from '../../src/gateway/runtime.ts';
import { retryAfterOf } from '../../src/merchant/poll/gatewayErrors.ts';
import { checkProfile } from '../../src/protocol/gateway/checkProfile.ts';
import { defaultProfile } from '../../src/protocol/gateway/defaultProfile.ts';
import { parseSession } from '../../src/protocol/page/session.ts';
import { FakeClock } from '../support/fakeClock.ts';
import { handlerHarness } from '../support/handlerHarness.ts';

const ODD = [
  -1,
  -0,
  0,
  0.5,
  119_999.4,
  Number.NaN,
  Number.POSITIVE_INFINITY,
  Number.NEGATIVE_INFINITY,
  2 ** 31,
  1e300,
];

afterEach(() => {
  vi.useRealTimers();
});

describe('T74 numbers that become timers, from outside', () => {
  it.each(ODD)(
    'a gateway’s client that says its page lives %s ms: a session all the same, stored in whole milliseconds',
    async (ms) => {
      const harness = handlerHarness();
      const create = harness.gateway.hpp.create;
      harness.gateway.hpp.create = async (request) => ({ ...(await create(request)), expiresInMs: ms });
      const response = await harness.open();
      expect(response.status).toBe(201);
      const { sessionId, expiresInMs } = await response.json();
      expect(expiresInMs).toBeGreaterThanOrEqual(0);
      expect(expiresInMs).toBeLessThanOrEqual(86_400_000);
      expect(Number.isInteger((await harness.record(sessionId)).redirectExpiresAt)).toBe(true);
    },
  );

  it.each(ODD)(
    'a gateway that says "again in %s ms": the browser is told whole milliseconds, 30 s at most, or the default',
    async (ms) => {
      expect(retryAfterOf({ retryAfterMs: ms }) ?? 0).toSatisfy(
        (wait: number) => Number.isInteger(wait) && wait >= 0 && wait <= 30_000,
      );
      const harness = handlerHarness();
      harness.gateway.before.create = () => {
        throw Object.assign(new Error('busy'), { code: 'rate_limited', retryAfterMs: ms });
      };
      const response = await harness.open();
      const { retryAfterMs } = await response.json();
      expect(retryAfterMs).toSatisfy((wait: unknown) => Number.isInteger(wait) && (wait as number) <= 30_000);
      expect(Number(response.headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
    },
  );

  it.each([-5, 0, 1e12, 1e300])(
    'a session that says it lives %s ms: the expiry clock does not spin',
    async (ms) => {
      const session = parseSession({ sessionId: 'a', redirectUrl: 'https://pay.example/', expiresInMs: ms });
      const lifeMs = session.ok ? (session.value.expiresInMs ?? -1) : -1;
      const time = new FakeClock();
      const now = () => ({ monotonic: time.monotonic(), wall: time.wall() });
      let ticks = 0;
      createExpiryClock({ expiresAt: addMs(now(), lifeMs), now, timers: time, onTick: () => ticks++ });
      await time.advance(60_000);
      expect(ticks).toBeLessThanOrEqual(61);
      expect(time.monotonic()).toBe(60_000);
    },
  );

  it.each([2 ** 31, 1e12, Number.POSITIVE_INFINITY])(
    'a gateway call may take %s ms and does not time out at once',
    (ms) => {
      vi.useFakeTimers();
      const ring = vi.fn();
      platformRuntime().timer(ms, ring);
      vi.advanceTimersByTime(86_400_000);
      expect(ring).not.toHaveBeenCalled();
    },
  );

  it.each([0, -1, 0.5, 2 ** 31, Number.POSITIVE_INFINITY, Number.NaN])(
    'a profile with times of %s ms is refused',
    (ms) => {
      const { redirect, notification } = defaultProfile;
      expect(() => checkProfile({ ...defaultProfile, redirect: { ...redirect, lifetimeMs: ms } })).toThrow(
        /redirect\.lifetimeMs/,
      );
      expect(() =>
        checkProfile({ ...defaultProfile, notification: { ...notification, timeoutMs: ms } }),
      ).toThrow(/timeoutMs/);
    },
  );
});
