import { type Ask, NoAnswerError } from './ask.ts';
import type { Check, Finding } from './check.ts';

/**
 * Whether the handler tells customers' addresses apart. Our own request shows it: a proxy in front has put our address
 * into a header, and the handler's health reports what it made of that.
 */
export function behindProxy(url: string, ask: Ask): Check {
  return {
    name: 'Customers’ addresses',
    async run(): Promise<Finding> {
      try {
        const answer = await ask(`${url}/health`);
        return findingOf(answer.json?.addresses);
      } catch (error) {
        if (!(error instanceof NoAnswerError)) throw error;
        return { state: 'failed', detail: error.message, advice: 'Is the server up?' };
      }
    },
  };
}

function findingOf(addresses: unknown): Finding {
  switch (addresses) {
    case 'known':
      return { state: 'ok', detail: 'Each customer is counted by an address of its own.' };
    case 'untrusted_proxy':
      return {
        state: 'warning',
        detail: 'A proxy stands in front and is not trusted: all customers share one rate limit.',
        advice: 'Say how many proxies add to X-Forwarded-For: toNodeHandler(handler, { trustedProxies: 1 }).',
      };
    case 'unknown':
      return {
        state: 'warning',
        detail: 'The handler is told no customer’s address: there are no limits by address.',
        advice: 'Pass it on: handler.fetch(request, { clientAddress }).',
      };
    default:
      return { state: 'skipped', detail: 'this server does not say' };
  }
}
