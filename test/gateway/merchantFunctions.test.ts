import { beforeAll, describe, expect, it } from 'vitest';
import { FAILURES_IN_TIME } from '../support/brokenFunctions/failures.ts';
import type { GatewayCase } from '../support/brokenFunctions/gatewayChild.ts';
import { runChild } from '../support/brokenFunctions/runChild.ts';

let cases: GatewayCase[] = [];
let ended: { status: number | null; errors: string };

beforeAll(async () => {
  const { lines, ...rest } = await runChild<GatewayCase>('gatewayChild.ts');
  cases = lines;
  ended = rest;
});

const NAMES = [
  'hooks.request',
  'hooks.response',
  'hooks.retry',
  'hooks.error',
  'logger.debug',
  'logger.error',
  'tracer.startSpan',
  'span.end',
];

describe('T54 hooks, logger and tracer of the gateway client may do what they like', () => {
  it('in a real process, which goes on to its end', () => {
    expect(ended).toEqual({ status: 0, errors: '' });
  });
  for (const name of NAMES) {
    for (const [failureName, failure] of Object.entries(FAILURES_IN_TIME)) {
      it(`T54 ${name} ${failureName}`, () => {
        const each = cases.find((one) => one.name === name && one.failure === failureName);
        expect(each?.outcomes).toEqual(['processed', 'HttpError']);
        const own = failure.says === undefined ? [] : [`The gateway client: ${name} ${failure.says}`];
        // What is made in the place of a span has no methods, and each that is called says so.
        const warnings = each?.warnings.filter(
          (line) => name !== 'tracer.startSpan' || !line.startsWith('The gateway client: span.'),
        );
        expect(warnings).toEqual(own);
      });
    }
  }
});
