import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openParcels } from '../../demo/server/merchant/parcels.ts';
import { countScore } from '../../demo/server/playground/countScore.ts';

const MINUTE = 60_000;
const paid = (orderReference: string, changedAt: number, over = {}) =>
  ({
    ...{ orderReference, state: 'processed', kind: 'payment', createdAt: changedAt, changedAt },
    ...over,
  }) as Parameters<typeof countScore>[0][number];
const parcels = (byOrder: Record<string, number>, since = 0) => ({
  byOrder: () => new Map(Object.entries(byOrder)),
  since: () => since,
});

describe('the scoreboard', () => {
  it('counts orders, however often they were paid', () => {
    const book = [paid('A', 0), paid('A', 5), paid('B', 0), paid('C', 0, { state: 'declined' })];
    expect(countScore(book, parcels({ A: 1, B: 1 }), MINUTE)).toEqual({
      paid: 2,
      shipped: 2,
      lost: 0,
      doubled: 0,
    });
  });

  it('calls an order lost that was paid and not shipped, after a while', () => {
    expect(countScore([paid('A', 0)], parcels({}), MINUTE).lost).toBe(0);
    expect(countScore([paid('A', 0)], parcels({}), 2 * MINUTE).lost).toBe(1);
    expect(countScore([paid('A', 0), paid('A', 2 * MINUTE)], parcels({}), 2 * MINUTE).lost).toBe(1);
  });

  it('calls an order doubled that has two parcels', () => {
    expect(countScore([paid('A', 0)], parcels({ A: 2 }), 0)).toMatchObject({ shipped: 1, doubled: 1 });
  });

  it('leaves out payouts, and what was paid before anybody counted parcels', () => {
    const book = [paid('A', 0), paid('B', 10, { kind: 'payout' }), paid('C', 10)];
    expect(countScore(book, parcels({ C: 1 }, 5), 5 * MINUTE)).toMatchObject({ paid: 1, lost: 0 });
  });
});

describe('parcels', () => {
  it('are sent once for each idempotency key, and outlive the process', () => {
    const folder = mkdtempSync(join(tmpdir(), 'parcels-'));
    const path = join(folder, 'parcels.sqlite');
    const first = openParcels(path, () => 1);
    for (const key of ['k1', 'k1', 'k2']) first.ship('A', key);
    first.close();
    const again = openParcels(path, () => 2);
    again.ship('B', 'k3');
    again.ship('B', 'k1');
    expect([...again.byOrder()]).toEqual([
      ['A', 2],
      ['B', 1],
    ]);
    expect(again.since()).toBe(1);
    again.close();
    rmSync(folder, { recursive: true });
  });
});
