import { beforeAll, describe, expect, it } from 'vitest';
import type { GatewayCell } from '../support/misbehave/gatewayChild.ts';
import { runChild } from '../support/misbehave/runChild.ts';
import { WAYS_IN_TIME } from '../support/misbehave/ways.ts';

let cells: GatewayCell[] = [];
let ended: { status: number | null; errors: string };

beforeAll(async () => {
  const { lines, ...rest } = await runChild<GatewayCell>('gatewayChild.ts');
  cells = lines;
  ended = rest;
}, 60_000);

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
    for (const [wayName, way] of Object.entries(WAYS_IN_TIME)) {
      it(`T54 ${name} ${wayName}`, () => {
        const cell = cells.find((one) => one.name === name && one.way === wayName);
        expect(cell?.outcomes).toEqual(['processed', 'HttpError']);
        const own = way.says === undefined ? [] : [`The gateway client: ${name} ${way.says}`];
        // What is made in the place of a span has no methods, and each that is called says so.
        const warnings = cell?.warnings.filter(
          (line) => name !== 'tracer.startSpan' || !line.startsWith('The gateway client: span.'),
        );
        expect(warnings).toEqual(own);
      });
    }
  }
});
