import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { ALL_RULES, ORDERS_NEEDED } from '../../src/testing/verify/allRules.ts';
import { randomBits } from '../../src/testing/verify/rules/randomBits.ts';
import { ruleNames, verifyBackend } from '../../src/testing/verify/verifyBackend.ts';
import { ORDERS, openVerify } from '../support/verify/openVerify.ts';
import { WRONG_BACKENDS } from '../support/verify/wrongBackends.ts';

/** All rules for each wrong backend take a minute; CI looks at those that must break, in ten seconds. */
const WHOLE = process.env.HPP_WHOLE === '1';

const failed = (results: Awaited<ReturnType<typeof verifyBackend>>) =>
  results
    .filter(({ state }) => state === 'failed')
    .map(({ name }) => name)
    .sort();

describe('verify, before a backend that is wrong', () => {
  it.each(WRONG_BACKENDS)('finds by name the one that $name', async ({ spoil, breaks }) => {
    const { context, close } = openVerify(spoil(), { timeoutMs: 500 });
    const results = await verifyBackend(
      context,
      () => {},
      (name) => WHOLE || breaks.includes(name),
    );
    await close();
    expect(failed(results)).toEqual([...breaks].sort());
  });

  it('says what was expected, what was seen and where to read on', async () => {
    const { context, close } = openVerify({
      resolveOrder: () => ({ orderReference: 'A-1', amount: '1.00', currency: 'EUR' }),
    });
    const [result] = await verifyBackend(
      context,
      () => {},
      (name) => name === 'unknown-order-gets-no-page',
    );
    await close();
    expect(result).toMatchObject({ state: 'failed', expected: 'no page made at the gateway' });
    expect(result?.seen).toMatch(/^one, and the answer 201/);
    expect(result?.read).toContain('verify#opening-a-page');
  });

  it('calls no answer a broken rule, too', async () => {
    const { context, close } = openVerify({
      wrong: async (_, path) => {
        if (path === '/health') throw new TypeError('fetch failed', { cause: new Error('socket hang up') });
        return undefined;
      },
    });
    const results = await verifyBackend(
      context,
      () => {},
      (name) => name === 'health-is-told',
    );
    await close();
    expect(results).toMatchObject([
      { state: 'failed', expected: 'an answer', seen: 'fetch failed (socket hang up)' },
    ]);
  });
});

describe('verify, before a good backend', () => {
  it('finds every rule kept, with no more orders than it asks for', async () => {
    const { context, close } = openVerify({}, { orders: ORDERS.slice(0, ORDERS_NEEDED) });
    const results = await verifyBackend(context, () => {});
    await close();
    expect(failed(results)).toEqual([]);
    expect(results.filter(({ state }) => state === 'skipped')).toEqual([]);
  });

  it('has a wrong backend for most rules, and one name for each rule', () => {
    const broken = new Set(WRONG_BACKENDS.flatMap(({ breaks }) => breaks));
    const names = ruleNames();
    expect(new Set(names).size).toBe(names.length);
    expect([...broken].filter((name) => !names.includes(name))).toEqual([]);
    // What no wrong backend breaks is listed, so that a new rule comes with its own.
    expect(names.filter((name) => !broken.has(name))).toEqual([
      'session-is-what-the-widget-reads',
      'mode-and-customer-are-the-shops',
      'payment-is-told',
      'refused-payment-is-told',
      'status-is-what-the-widget-reads',
      'gateway-is-asked-at-a-limited-pace',
      'unknown-return-is-not-found',
      'health-is-told',
    ]);
  });

  it('writes rule names in small letters with hyphens', () => {
    for (const name of ruleNames()) expect(name).toMatch(/^[a-z]+(-[a-z]+)+$/);
    for (const { heading, title } of ALL_RULES)
      expect(heading).toBe(title.toLowerCase().replaceAll(' ', '-'));
  });
});

describe('the docs’ page', () => {
  it('has every rule under the heading that verify names', () => {
    const page = readFileSync(new URL('../../demo/docs/verify.md', import.meta.url), 'utf8');
    for (const { title, rules } of ALL_RULES) {
      const part = page.split(`### ${title}\n`)[1]?.split('\n#')[0] ?? '';
      const written = [...part.matchAll(/^\| `(.+?)` \| (.+) \|$/gm)].map(([, name, demand]) => ({
        name,
        demand,
      }));
      expect(written).toEqual(rules.map(({ name, demand }) => ({ name, demand })));
    }
  });
});

describe('randomBits', () => {
  const hex = [
    '0f1e2d3c4b5a69788796a5b4c3d2e1f0',
    '1a2b3c4d5e6f708192a3b4c5d6e7f809',
    'fedcba98765432100123456789abcdef',
  ];
  it('finds 128 bits in random ids', () => {
    expect(randomBits(hex)).toBeGreaterThan(108);
  });
  it('finds few in a counter, a time and a name', () => {
    expect(randomBits(['1', '2', '3'])).toBeLessThan(8);
    expect(randomBits(['1700000000001', '1700000000999'])).toBeLessThan(16);
    expect(randomBits(['A-1001', 'A-1002'])).toBeLessThan(16);
  });
});
