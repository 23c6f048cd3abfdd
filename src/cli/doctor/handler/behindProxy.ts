import { FORGED_ADDRESS } from '../../../merchant/health/health.ts';
import type { Ask } from '../ask.ts';
import { type Check, type Finding, failed, ok, skipped, warning } from '../check.ts';
import { httpCheck } from '../httpCheck.ts';

/**
 * Whether the handler tells customers' addresses apart. Our own request shows it: a proxy in front has put our address
 * into a header, and the handler's health reports what it made of that. A second one brings a header of our own.
 */
export function behindProxy(url: string, ask: Ask): Check {
  return httpCheck('Customers’ addresses', [], async () => {
    const plain = (await ask(`${url}/health`)).json?.addresses;
    if (plain !== 'known') return findingOf(plain);
    const forged = await ask(`${url}/health`, { headers: { 'x-forwarded-for': FORGED_ADDRESS } });
    return findingOf(forged.json?.addresses === 'forgeable' ? 'forgeable' : plain);
  });
}

function findingOf(addresses: unknown): Finding {
  switch (addresses) {
    case 'known':
      return ok('Each customer is counted by an address of its own.');
    case 'forgeable':
      return failed('proxy_forgeable', {
        detail:
          'Customers can choose their own address: the handler believed an X-Forwarded-For that the doctor wrote.',
        expected: 'trustedProxies: how many proxies of yours add to X-Forwarded-For, and no more.',
        change:
          'Lower it: toNodeHandler(handler, { trustedProxies: 0 }) where no proxy stands in front. Or have the proxy add to the header.',
      });
    case 'untrusted_proxy':
      return warning('proxy_not_trusted', {
        detail: 'A proxy stands in front and is not trusted: all customers share one rate limit.',
        expected: 'that the handler knows how many proxies add to X-Forwarded-For.',
        change: 'Say it: toNodeHandler(handler, { trustedProxies: 1 }).',
      });
    case 'unknown':
      return warning('address_unknown', {
        detail: 'The handler is told no customer’s address: there are no limits by address.',
        expected: 'the address that the platform knows.',
        change: 'Pass it on: handler.fetch(request, { clientAddress }).',
      });
    default:
      return skipped('this server does not say');
  }
}
