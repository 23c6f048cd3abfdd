import type { Command } from './command.ts';
import { clock } from './commands/clock.ts';
import { docs } from './commands/docs.ts';
import { doctor } from './commands/doctor.ts';
import { init } from './commands/init.ts';
import { orders } from './commands/orders.ts';
import { reconcile } from './commands/reconcile.ts';
import { replay } from './commands/replay.ts';
import { resend } from './commands/resend.ts';
import { reset } from './commands/reset.ts';
import { sandbox } from './commands/sandbox.ts';
import { tag } from './commands/tag.ts';
import { trigger } from './commands/trigger.ts';
import { verify } from './commands/verify.ts';

/** All commands, in the order of the list that `--help` prints. */
export const COMMANDS: readonly Command[] = [
  init,
  sandbox,
  doctor,
  verify,
  docs,
  tag,
  orders,
  reconcile,
  replay,
  trigger,
  resend,
  clock,
  reset,
];
