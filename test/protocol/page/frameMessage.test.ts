import { describe, expect, it } from 'vitest';
import { ackMessage, parseFrameMessage, returnedMessage } from '../../../src/protocol/page/frameMessage.ts';
import { fastest } from '../../support/fastest.ts';

const session = 'a'.repeat(32);
const good = returnedMessage(session, 'failure');

describe('parseFrameMessage', () => {
  it('reads both kinds', () => {
    expect(parseFrameMessage(good)).toEqual({ ok: true, value: good });
    expect(parseFrameMessage(ackMessage(session))).toEqual({ ok: true, value: ackMessage(session) });
  });

  it.each(['success', 'failure', 'unknown'] as const)('reads the hint %s', (hint) => {
    expect(parseFrameMessage({ ...good, hint })).toEqual({ ok: true, value: { ...good, hint } });
  });

  it.each(['paid', '', null, 1, ['success'], undefined])('reads the hint %j as unknown', (hint) => {
    expect(parseFrameMessage({ ...good, hint })).toEqual({ ok: true, value: { ...good, hint: 'unknown' } });
  });

  it('makes messages of a closed shape', () => {
    expect(good).toEqual({ ns: 'hpp-checkout', v: 1, type: 'returned', session, hint: 'failure' });
    expect(ackMessage(session)).toEqual({ ns: 'hpp-checkout', v: 1, type: 'ack', session });
  });

  it.each([
    ['no object', null],
    ['ns', { ...good, ns: 'other' }],
    ['session', { ...good, session: 'a b' }],
    ['session', { ...good, session: 1 }],
    ['type', { ...good, type: 'paid' }],
  ])('says that it refuses for its %s', (reason, data) => {
    expect(parseFrameMessage(data)).toEqual({ ok: false, reason });
  });

  it.each(['a', 'a'.repeat(128), 'A-Z_0.9~'])('takes the session id %.20s', (id) => {
    expect(parseFrameMessage(ackMessage(id))).toEqual({ ok: true, value: ackMessage(id) });
  });

  it('keeps nothing but the known fields', () => {
    const read = parseFrameMessage({ ...good, outcome: 'completed', status: 'completed' });
    expect(read).toEqual({ ok: true, value: good });
  });

  it.each([
    null,
    undefined,
    0,
    'text',
    JSON.stringify(good),
    [],
    [good],
    new Map(Object.entries(good)),
    new Date(0),
    new Error('x'),
    10n,
    new Uint8Array(8),
    () => good,
    {},
    { ...good, ns: 'other' },
    { ...good, type: 'paid' },
    // What a hosted page says of its height, for a dialog that follows it.
    { ns: 'hpp-checkout', v: 1, type: 'size', height: 480 },
    { ...good, session: '' },
    { ...good, session: 'a'.repeat(129) },
    { ...good, session: 'a b' },
    { ...good, session: ' a' },
    { ...good, session: 'a/' },
    { ...good, session: [session] },
    { ...good, session: { toString: () => session } },
    Object.create(good),
    JSON.parse(`{"__proto__": ${JSON.stringify(good)}}`),
    { constructor: { prototype: good } },
  ])('T21 refuses %o without throwing', (data) => {
    expect(parseFrameMessage(data)).toMatchObject({ ok: false, reason: expect.any(String) });
    expect(({} as { session?: unknown }).session).toBeUndefined();
  });

  it('T21 takes no time for a value that is deep or large', async () => {
    let deep: object = {};
    for (let level = 0; level < 200_000; level++) deep = { deep };
    const took = await fastest(() => {
      expect(parseFrameMessage({ ...good, deep }).ok).toBe(true);
      expect(parseFrameMessage({ ...good, ns: 'x'.repeat(5_000_000) }).ok).toBe(false);
    });
    expect(took).toBeLessThan(50);
  });

  it('T50 reads an unknown version as a nudge without a hint', () => {
    expect(parseFrameMessage({ ...good, v: 2 })).toEqual({
      ok: true,
      value: returnedMessage(session, 'unknown'),
    });
  });
});
