import { expect, it } from 'vitest';
import { runTimers } from '../../../src/checkout/effects/runTimers.ts';
import type { Phase } from '../../../src/checkout/machine.ts';
import { effectFixture } from '../../support/effectFixture.ts';

const at = effectFixture();

/** What is said in each phase, and how many ms after its start. */
const SAID: Record<Phase, readonly [number, string][]> = {
  creating: [],
  loading: [
    [8_000, 'slow'],
    [15_000, 'load'],
  ],
  paying: [[4_000, 'untouched']],
  openInAnotherTab: [],
  confirming: [
    [8_000, 'slow'],
    [60_000, 'confirm'],
  ],
  confirmingClose: [],
  closing: [[3_000, 'closeStatus']],
  expired: [],
  renewing: [],
  ended: [[4_000, 'successMessage']],
  restoringHistory: [],
  closed: [],
};

it.each(Object.entries(SAID))('%s: says what has lasted too long, each once', async (phase, said) => {
  const cleared: unknown[] = [];
  const clear = at.window.clearTimeout;
  at.window.clearTimeout = (id) => {
    cleared.push(id);
    clear(id);
  };
  const heard: unknown[] = [];
  const { clock } = at.window;
  at.start(
    runTimers,
    { phase: phase as Phase },
    {
      send: (event) => heard.push([clock.monotonic(), event]),
    },
  );
  await clock.advance(600_000);
  expect(heard).toEqual(said.map(([ms, timer]) => [ms, { type: 'timeout', timer }]));
  at.stop();
  expect(cleared, 'its own are cleared, and no other').toHaveLength(said.length);
});

it('stops in the middle of a phase', async () => {
  at.start(runTimers, { phase: 'loading' });
  await at.window.clock.advance(9_000);
  expect(at.sent).toHaveLength(1);
  at.stop();
  await at.window.clock.advance(60_000);
  expect(at.sent).toHaveLength(1);
});

/** What has the focus, as the browser says it. */
const focus = (name: string) => {
  at.window.document.activeElement = { matches: (selector: string) => selector === name };
};

it('"Payment complete" stays while its button has the focus, and goes half a second after', async () => {
  at.start(runTimers, { phase: 'ended' });
  focus('button');
  await at.window.clock.advance(60_400);
  expect(at.sent).toEqual([]);
  focus('a');
  await at.window.clock.advance(99);
  expect(at.sent).toEqual([]);
  await at.window.clock.advance(1);
  expect(at.sent).toEqual([{ type: 'timeout', timer: 'successMessage' }]);
});

it('is taken back while it is held', async () => {
  at.start(runTimers, { phase: 'ended' });
  focus('button');
  await at.window.clock.advance(5_000);
  at.stop();
  focus('a');
  await at.window.clock.advance(60_000);
  expect(at.sent).toEqual([]);
});

it('a focused button holds nothing else back', async () => {
  at.start(runTimers, { phase: 'closing' });
  focus('button');
  await at.window.clock.advance(3_000);
  expect(at.sent).toEqual([{ type: 'timeout', timer: 'closeStatus' }]);
});
