import { disconnect } from './disconnect.ts';
import type { Fault } from './fault.ts';

/** Statuses that carry no body. */
const BODILESS = [204, 205, 304];

/** What is answered in place of the right answer; `null` where the right one stays, as it is or altered. */
export function faultResponse(fault: Fault, half: { text: string; type: string }): Response | null {
  switch (fault.do) {
    case 'status': {
      const body = BODILESS.includes(fault.status) ? null : (fault.body ?? '');
      return new Response(body, { status: fault.status, headers: fault.headers ?? {} });
    }
    case 'rateLimit':
      return new Response('', { status: 429, headers: { 'Retry-After': String(fault.retryAfter ?? 1) } });
    case 'empty':
      return new Response('', { status: 200, headers: { 'Content-Type': half.type } });
    case 'malformed':
      return new Response(half.text, { status: 200, headers: { 'Content-Type': half.type } });
    case 'reset':
    case 'hang':
      return disconnect(fault.do);
    case 'delay':
    case 'alter':
    case 'headers':
      return null;
  }
}

/** Adds what a `headers` fault adds; another fault adds nothing. */
export function addFaultHeaders(fault: Fault, response: Response): void {
  if (fault.do !== 'headers') return;
  for (const [name, value] of Object.entries(fault.headers)) response.headers.set(name, value);
}
