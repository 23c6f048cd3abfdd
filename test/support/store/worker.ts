/*
 * A process of its own on a store; its job stands in argv. Lines on stdout, written before it goes on, tell what was
 * acknowledged: `ack <what>`.
 */
import { createHash } from 'node:crypto';
import { writeSync } from 'node:fs';
import { STEPS } from './script.ts';
import { openTarget, type StoreTarget } from './target.ts';

export type WorkerJob =
  /** Receives notifications until it is killed, `parallel` at a time. */
  | { readonly kind: 'load'; readonly name: string; readonly parallel: number }
  /** Opens the store and runs the script; `signal` goes to itself before statement `at`, counted from the phase's start. */
  | {
      readonly kind: 'script';
      readonly phase: 'opening' | 'steps';
      readonly at: number;
      readonly signal: 'SIGKILL' | 'SIGSTOP';
    }
  /** Claims one session, says so, and finishes it when told to on stdin. */
  | { readonly kind: 'lease'; readonly leaseMs: number };

const say = (line: string): void => void writeSync(1, `${line}\n`);

const target = JSON.parse(process.argv[2] ?? '') as StoreTarget;
const job = JSON.parse(process.argv[3] ?? '') as WorkerJob;
let statements = 0;
let phase: 'opening' | 'steps' = 'opening';
const { store, close } = openTarget(target, () => {
  statements++;
  if (job.kind === 'script' && job.phase === phase && statements === job.at)
    process.kill(process.pid, job.signal);
});
await store.ready();

if (job.kind === 'load') {
  let count = 0;
  const one = async (): Promise<void> => {
    for (;;) {
      const digest = createHash('sha256').update(`${job.name}:${count++}`).digest('hex');
      await store.receive({ digest, sessionId: null, verified: true, body: { digest } });
      say(`ack ${digest}`);
    }
  };
  await Promise.all(Array.from({ length: job.parallel }, one));
} else if (job.kind === 'script') {
  say(`opening ${statements}`);
  phase = 'steps';
  statements = 0;
  for (const [index, step] of STEPS.entries()) {
    await step(store);
    say(`ack ${index}`);
  }
  say(`steps ${statements}`);
} else {
  const [claim] = await store.claimDue(1, job.leaseMs, true);
  if (claim === undefined) throw new Error('Nothing is due.');
  say(`claimed ${claim.fencingToken}`);
  await new Promise((resolve) => process.stdin.once('data', resolve));
  say(`finished ${await store.finish(claim, 0)}`);
}
await close();
process.exit(0);
