import type { MiddlewareHandler } from 'hono';
import { addFaultHeaders, faultResponse } from './faultResponse.ts';
import type { Faults } from './faults.ts';

const HALF_PAGE = { text: '<!doctype html><html><he', type: 'text/html' };

/**
 * Faults of the hosted page (F9–F12): what a customer's frame meets.
 *
 * @param wait Waits by the sandbox's clock and pace.
 * @param orderOf The order that a path below `/hpp` is about; `null` when there is none.
 */
export function pageFaults(
  faults: Faults,
  wait: (ms: number) => Promise<void>,
  orderOf: (path: string) => string | null,
): MiddlewareHandler {
  return async (c, next) => {
    const fault = faults.take('page', orderOf(c.req.path));
    if (fault === null) return next();
    const early = fault.when !== 'after';
    if (fault.do === 'delay' && early) await wait(fault.ms);
    const instead = faultResponse(fault, HALF_PAGE);
    if (early && instead !== null) return instead;
    await next();
    if (fault.do === 'delay' && !early) await wait(fault.ms);
    if (instead !== null) c.res = instead;
    addFaultHeaders(fault, c.res);
  };
}
