import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { sqliteStore } from '../../../src/merchant/store/sqlite.ts';
import { handlerHarness } from '../../support/handlerHarness.ts';
import { size } from '../../support/size.ts';

const DAY = 86_400_000;
const nobody = () => {};
const quiet = { logger: { debug: nobody, info: nobody, warn: nobody, error: nobody }, onEvent: nobody };
const json = { 'content-type': 'application/json' };

/** What a day of unsigned notifications may leave in the file: places × 3 kB, with indexes and the log of writes. */
const MOST_BYTES = 16_000_000;
const MOST_OF_ONE = 3_072;

describe('T75 notifications that nobody vouches for', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'hpp-flood-'));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  it(
    'a day’s flood of the largest bodies, with and without a session’s secret, leaves less than 16 MB in the file',
    async () => {
      const path = join(folder, 'checkout.db');
      const harness = handlerHarness({
        store: (now) => sqliteStore(path, { now, timeoutMs: 120_000 }),
        handler: quiet,
      });
      await harness.session();
      const known = new URL(harness.gateway.created.at(-1)?.callBackUrl ?? '').pathname.replace(
        '/checkout',
        '',
      );
      const padding = 'ä"'.repeat(20_000);
      const steps = size(48, 1_440);
      for (let step = 0; step < steps; step++) {
        const flood = Array.from({ length: 130 }, (_, n) =>
          harness.fetch(n % 2 ? known : '/notify', {
            method: 'POST',
            headers: json,
            body: `{"n":${n},"step":${step},"Status":"Processed","x":"${padding.replaceAll('"', '')}"}`,
          }),
        );
        for (const response of await Promise.all(flood)) expect(response.status).toBeLessThan(500);
        await harness.drain();
        harness.advance(DAY / steps);
        await harness.handler.sweep();
      }
      const bytes = ['', '-wal'].map((end) => statSync(path + end, { throwIfNoEntry: false })?.size ?? 0);
      expect((bytes[0] ?? 0) + (bytes[1] ?? 0)).toBeLessThan(MOST_BYTES);
      const orphans = await harness.store.listNotifications(null, 1_000_000);
      expect(orphans.length).toBeLessThanOrEqual(2_048);
      expect(orphans.reduce((sum, { deliveries }) => sum + deliveries, 0)).toBe(steps * 65);
      expect(harness.payments).toEqual([]);

      harness.advance(31 * DAY);
      for (let sweep = 0; sweep < 6; sweep++) {
        await harness.handler.sweep();
        harness.advance(61_000);
      }
      expect(await harness.store.listNotifications(null, 10)).toEqual([]);
      await harness.store.close();
    },
    size(600_000, 1_800_000),
  );

  it('fill 32 places of a session and 2,048 of nobody’s, and no more', async () => {
    const harness = handlerHarness({
      handler: { ...quiet, limits: { orphanNotificationsPerMinute: 1_000_000 } },
    });
    const id = await harness.session();
    const url = harness.gateway.created.at(-1)?.callBackUrl ?? '';
    for (let n = 0; n < 1_000; n++) {
      await harness.handler.fetch(new Request(url, { method: 'POST', headers: json, body: `{"n":${n}}` }));
    }
    for (let n = 0; n < 6_000; n++)
      await harness.fetch('/notify', { method: 'POST', headers: json, body: `{"n":${n}}` });
    await harness.drain();
    expect(await harness.store.listNotifications(id, 100_000)).toHaveLength(32);
    expect((await harness.store.listNotifications(null, 100_000)).length).toBeLessThanOrEqual(2_048);
  });

  it.each([
    ['one long text', { Status: 'x'.repeat(60_000) }],
    ['text outside ASCII', { Status: '漢'.repeat(15_000) }],
    ['quotes and backslashes', { Status: '"\\'.repeat(12_000) }],
    ['control characters', { Status: '\u0001'.repeat(9_000) }],
    [
      'many long names',
      Object.fromEntries(Array.from({ length: 500 }, (_, n) => [`${'"'.repeat(40)}${n}`, n])),
    ],
    ['deep', JSON.parse(`${'{"a":'.repeat(500)}1${'}'.repeat(500)}`)],
  ])('one of %s is kept in 3 kB', async (_what, fields) => {
    const harness = handlerHarness({ handler: quiet });
    await harness.session();
    const url = harness.gateway.created.at(-1)?.callBackUrl ?? '';
    for (const target of [url, 'https://shop.example/checkout/notify']) {
      const request = new Request(target, { method: 'POST', headers: json, body: JSON.stringify(fields) });
      expect((await harness.handler.fetch(request)).status).toBe(200);
    }
    await harness.drain();
    const [session] = await harness.store.listSessions({ statuses: ['open'], limit: 1 });
    const kept = [
      ...(await harness.store.listNotifications(null, 10)),
      ...(await harness.store.listNotifications(session?.value.id ?? '', 10)),
    ];
    expect(kept).toHaveLength(2);
    for (const { body } of kept) {
      expect(Buffer.byteLength(JSON.stringify(body))).toBeLessThanOrEqual(MOST_OF_ONE);
      expect(body).toMatchObject({
        sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
        bytes: expect.any(Number),
      });
    }
  });

  it('T12 are stored redacted: no card number, security code or card token, wherever it stands', async () => {
    const harness = handlerHarness();
    const id = await harness.session();
    const url = harness.gateway.created.at(-1)?.callBackUrl ?? '';
    const number = '4242424242424242';
    const token = '7d5b0e2a-1c44-4f0e-9d1e-5a6b7c8d9e0f';
    const body = JSON.stringify({
      CardNumber: number,
      CvV2: '737',
      CardToken: token,
      UDF: { note: `card 4242 4242 4242 4242` },
      [`name${number}`]: 1,
      Status: `${'x'.repeat(400)}${number}`,
    });
    for (const target of [url, 'https://shop.example/checkout/notify']) {
      await harness.handler.fetch(new Request(target, { method: 'POST', headers: json, body }));
    }
    await harness.drain();
    const notices = [
      ...(await harness.store.listNotifications(id, 10)),
      ...(await harness.store.listNotifications(null, 10)),
    ];
    expect(notices).toHaveLength(2);
    const kept = JSON.stringify([notices, harness.events, harness.logs]);
    expect(kept).toContain('CardNumber');
    for (const secret of [number, '4242 4242 4242 4242', token, '"737"', '\\"737\\"'])
      expect(kept).not.toContain(secret);
  });

  it('T25 a captured one, sent again under ever new queries and addresses, is kept once', async () => {
    const harness = handlerHarness();
    const id = await harness.session();
    harness.gateway.pay();
    const { body, headers } = await harness.gateway.notification();
    const url = harness.gateway.created.at(-1)?.callBackUrl ?? '';
    for (let n = 0; n < 100; n++) {
      const target = n % 2 ? `${url}?n=${n}` : `https://shop.example/checkout/notify/${n}/x?n=${n}`;
      await harness.handler.fetch(new Request(target, { method: 'POST', body, headers }));
    }
    await harness.drain();
    expect(await harness.store.listNotifications(id, 1_000)).toMatchObject([{ deliveries: 100 }]);
    expect(harness.payments).toHaveLength(1);
  });
});
