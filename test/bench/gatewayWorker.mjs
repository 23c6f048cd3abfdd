// One contender in a process of its own that does as many calls or verifications as it is told, and answers with the CPU of one.
import { contenders } from './gatewayContenders.mjs';

const [, , name, origin] = process.argv;
const { call, verify, verifyBytes } = await contenders[name](origin);
const checkBytes = await verifyBytes?.();

const tasks = {
  async oneAtATime(count) {
    for (let n = 0; n < count; n++) await call(n);
  },
  async atOnce(count) {
    let next = 0;
    const work = async () => {
      while (next < count) await call(next++);
    };
    await Promise.all(Array.from({ length: 64 }, work));
  },
  async verify(count) {
    for (let n = 0; n < count; n++) await verify();
  },
  async verifyBytes(count) {
    const check = checkBytes ?? verify;
    for (let n = 0; n < count; n++) await check();
  },
};

process.on('message', async ({ task, count }) => {
  const before = process.cpuUsage();
  await tasks[task](count);
  const { user, system } = process.cpuUsage(before);
  process.send((user + system) / count);
});
process.on('disconnect', () => process.exit());
process.send('ready');
