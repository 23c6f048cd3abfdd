import type { MiddlewareHandler } from 'hono';
import type { SandboxClock } from '../clock/clock.ts';
import { addFaultHeaders, faultResponse } from './faultResponse.ts';
import type { Faults } from './faults.ts';

const HALF_PAGE = { text: '<!doctype html><html><he', type: 'text/html' };

/**
 * Faults of the hosted page (F9–F12): what a customer's frame meets.
 *
 * @param orderOf The order that a path below `/hpp` is about; `null` when there is none.
 */
export function pageFaults(
  faults: Faults,
  clock: SandboxClock,
  pace: number,
  orderOf: (path: string) => string | null,
): MiddlewareHandler {
  return async (c, next) => {
    const fault = faults.take('page', orderOf(c.req.path));
    if (fault === null) return next();
    const early = fault.when !== 'after';
    if (fault.do === 'delay' && early) await clock.wait(fault.ms * pace);
    const instead = faultResponse(fault, HALF_PAGE);
    if (early && instead !== null) return instead;
    await next();
    if (fault.do === 'delay' && !early) await clock.wait(fault.ms * pace);
    if (instead !== null) c.res = instead;
    addFaultHeaders(fault, c.res);
  };
}
