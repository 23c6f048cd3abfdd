import { describe, expect, it } from 'vitest';
import { handlerHarness } from '../../support/handlerHarness.ts';

const SESSIONS = 200;

/** Ids and secrets of many sessions, as the gateway is told them. */
async function made(): Promise<{ ids: string[]; secrets: string[] }> {
  const harness = handlerHarness();
  for (let n = 0; n < SESSIONS; n++) await harness.session(`A-${n}`);
  const paths = harness.gateway.created.map(({ callBackUrl }) => new URL(callBackUrl).pathname.split('/'));
  return {
    ids: paths.map((path) => path.at(-2) ?? ''),
    secrets: paths.map((path) => path.at(-1) ?? ''),
  };
}

describe.each(['ids', 'secrets'] as const)('T28 T27 session %s', (which) => {
  it('are 128 bits, each of them random', async () => {
    const names = (await made())[which];
    for (const name of names) expect(name).toMatch(/^[0-9a-f]{32}$/);
    const bits = names.map((name) => BigInt(`0x${name}`).toString(2).padStart(128, '0'));
    for (let at = 0; at < 128; at++) {
      // A fair bit is the same 200 times in a row once in 10^59 runs.
      expect(new Set(bits.map((each) => each[at])).size, `bit ${at}`).toBe(2);
    }
    // Nor does any byte repeat another, as when few random bits are spread over many places.
    const column = (at: number) => names.map((name) => name.slice(2 * at, 2 * at + 2)).join();
    expect(new Set(Array.from({ length: 16 }, (_, at) => column(at))).size).toBe(16);
    expect(new Set(names).size).toBe(SESSIONS);
  });
});

it('T28 an id tells nothing of its session’s secret', async () => {
  const { ids, secrets } = await made();
  ids.forEach((id, n) => {
    const secret = secrets[n] ?? '';
    expect(secret).not.toBe(id);
    expect(secret.slice(0, 8)).not.toBe(id.slice(0, 8));
    expect(secret.slice(-8)).not.toBe(id.slice(-8));
  });
});
