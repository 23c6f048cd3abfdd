import { until } from '../until.ts';
import type { Fixture } from './fixture.ts';

/**
 * What follows a fault. `answer`: what was held back (the session, the page, the decision) arrives. `pay`: the Pay button.
 * `card`: fills in the page and pays. Any other step is a button of the dialog.
 */
export type Step = 'answer' | 'pay' | 'card' | 'Close' | 'Leave' | 'Start again' | 'Try again';

const steps: Partial<Record<Step, (fixture: Fixture) => Promise<void>>> = {
  async answer({ answers }) {
    answers.release();
  },
  pay: ({ pay }) => pay(),
  card: ({ card }) => card(),
  async 'Start again'({ page, harness, press }) {
    // Not the hidden frame that only connects.
    const dead = page
      .frames()
      .find((frame) => frame.url().startsWith(harness.gateway) && !frame.url().endsWith('/robots.txt'));
    await press('Start again');
    // Without a network the browser may have put its own page there already.
    await until(() => dead === undefined || dead.isDetached());
  },
};

/** A server that crashed is back before the step that needs it, and only after the money has moved without it. */
export async function takeStep(step: Step, fixture: Fixture): Promise<void> {
  const { state, dialog, press, restart } = fixture;
  if (step === 'Try again' && state === 'creating') await dialog.getByText('could not be opened').waitFor();
  const needsServer =
    step === 'answer' ? state !== 'loading' && state !== 'creating' : step.endsWith('again');
  if (needsServer) restart();
  await (steps[step]?.(fixture) ?? press(step));
  if (step === 'card' || step === 'Close') restart();
}
