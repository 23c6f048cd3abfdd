import { causeOf } from '../controls.ts';
import type { Io } from '../io.ts';
import type { Check } from './check.ts';

const CLOCK_TOLERANCE_MS = 60_000;

/** Whether anything answers at the gateway's address, how fast, and whether its clock agrees with ours. */
export function reachable(baseUrl: string, timeoutMs: number, io: Io): Check {
  return {
    name: 'Address',
    async run() {
      const started = io.now();
      let response: Response;
      try {
        const signal = AbortSignal.timeout(timeoutMs);
        response = await io.fetch(baseUrl, { redirect: 'manual', signal });
        await response.body?.cancel();
      } catch (error) {
        return {
          state: 'failed',
          detail: `${baseUrl} does not answer (${causeOf(error)}).`,
          advice: 'Check the address, and that a firewall or a proxy lets this machine out.',
        };
      }
      const took = io.now() - started;
      if (response.status >= 300 && response.status < 400) {
        return {
          state: 'warning',
          detail: `${baseUrl} redirects to ${response.headers.get('location') ?? 'somewhere'}; API calls follow no redirect.`,
          advice: 'Use the address that it redirects to.',
        };
      }
      const skew = Date.parse(response.headers.get('date') ?? '') - io.now();
      if (Math.abs(skew) > CLOCK_TOLERANCE_MS) {
        return {
          state: 'warning',
          detail: `${baseUrl} answers in ${took} ms; its clock and ours differ by ${Math.round(Math.abs(skew) / 1000)} s.`,
          advice: "Set this machine's clock right (NTP); addresses of hosted pages live 120 s.",
        };
      }
      return { state: 'ok', detail: `${baseUrl} answers in ${took} ms.` };
    },
  };
}
