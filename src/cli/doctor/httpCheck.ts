import { NoAnswerError } from './ask.ts';
import { type Check, type Finding, failed } from './check.ts';

/** A check that turns "no answer" into a finding. */
export function httpCheck(
  name: string,
  needs: readonly string[],
  run: () => Promise<Finding | readonly Finding[]>,
): Check {
  return {
    name,
    needs,
    async run() {
      try {
        return await run();
      } catch (error) {
        if (!(error instanceof NoAnswerError)) throw error;
        return failed('routes_blocked', {
          detail: error.message,
          expected: 'an answer, as GET /health gets one.',
          change: 'Look at the server’s log, and at what a proxy or firewall in front lets through.',
        });
      }
    },
  };
}
