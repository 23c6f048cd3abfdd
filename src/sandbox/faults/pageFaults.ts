import type { MiddlewareHandler } from 'hono';
import type { SandboxClock } from '../clock/clock.ts';
import { cutConnection } from './cut.ts';
import type { Faults } from './faults.ts';

/** Faults of the hosted page (F9–F12): what a customer's frame meets. */
export function pageFaults(faults: Faults, clock: SandboxClock, pace: number): MiddlewareHandler {
  return async (c, next) => {
    const fault = faults.take('page', null);
    if (fault === null) return next();
    switch (fault.do) {
      case 'delay':
        await clock.wait(fault.ms * pace);
        return next();
      case 'reset':
      case 'hang':
        return cutConnection(fault.do);
      case 'status':
        return new Response(fault.body ?? '', { status: fault.status, headers: fault.headers ?? {} });
      case 'rateLimit':
        return new Response('', { status: 429, headers: { 'Retry-After': String(fault.retryAfter ?? 1) } });
      case 'empty':
        return new Response('');
      case 'malformed':
        return new Response('<!doctype html><html><he', { headers: { 'Content-Type': 'text/html' } });
      case 'headers':
      case 'alter':
        await next();
        for (const [name, value] of Object.entries(fault.do === 'headers' ? fault.headers : {})) {
          c.res.headers.set(name, value);
        }
        return;
    }
  };
}
