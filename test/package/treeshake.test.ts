import { fileURLToPath } from 'node:url';
import { build, type Rollup } from 'vite';
import { describe, expect, it } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** What a page loads at once of a merchant's bundle of one import from the built package. */
async function bundle(code: string): Promise<string> {
  const entry = `${root}/test/.artifacts/entry.js`;
  const result = await build({
    root,
    configFile: false,
    logLevel: 'silent',
    plugins: [
      {
        name: 'entry',
        resolveId: (id) => (id === entry ? id : null),
        load: (id) => (id === entry ? code : null),
      },
    ],
    build: { write: false, minify: false, ssr: true, rolldownOptions: { input: entry } },
    ssr: { noExternal: true },
  });
  const { output } = (Array.isArray(result) ? result[0] : result) as Rollup.RollupOutput;
  const chunks = new Map(output.flatMap((file) => (file.type === 'chunk' ? [[file.fileName, file]] : [])));
  const loaded = new Set(['entry.js']);
  for (const name of loaded) for (const next of chunks.get(name)?.imports ?? []) loaded.add(next);
  return [...loaded].map((name) => chunks.get(name)?.code).join('\n');
}

/** Words that only transport, handler, stores and client have. */
const HEAVY = [
  'Authorization',
  'createHmac',
  'getBuiltinModule',
  'already_completed',
  'frame-ancestors',
  'valibot',
  'Hono',
  'keepAlive',
  'OutcomeUnknownError',
  'create table',
];

describe('tree-shaking', () => {
  it('hpp-checkout/testing needs no other package, no server, no browser driver and no runner', async () => {
    const code = await bundle(`import * as testing from 'hpp-checkout/testing'; console.log(testing);`);
    expect(code).toContain('testCheckoutStore');
    expect(code.match(/^import .*|import\(.*\)/gm) ?? []).toEqual([]);
    // The sandbox's control token is sent in that header.
    const heavy = ['preact', ...HEAVY.filter((word) => word !== 'Authorization')];
    expect(heavy.filter((word) => code.includes(word))).toEqual([]);
  });

  it('payInDialog brings neither the suite of a store nor the fake checkout', async () => {
    const code = await bundle(
      `import { payInDialog } from 'hpp-checkout/testing'; console.log(payInDialog);`,
    );
    expect(['fakeCheckout', 'claimDue', 'attachShadow'].filter((word) => code.includes(word))).toEqual([]);
    expect(code.length).toBeLessThan(12_000);
  });

  it('formatAmount brings no transport, no handler and no client', async () => {
    const code = await bundle(
      `import { formatAmount } from 'hpp-checkout/server'; console.log(formatAmount('10', 'EUR'));`,
    );
    expect(code).toContain('has more decimals than');
    expect(HEAVY.filter((word) => code.includes(word))).toEqual([]);
    expect(code.length).toBeLessThan(12_000);
  });

  it('defineProfile brings no handler and no client', async () => {
    const code = await bundle(
      `import { defineProfile } from 'hpp-checkout/server'; console.log(defineProfile({}));`,
    );
    expect(
      ['already_completed', 'frame-ancestors', 'Hono', 'keepAlive', 'OutcomeUnknownError'].filter((word) =>
        code.includes(word),
      ),
    ).toEqual([]);
  });

  it('the client brings no handler and no store', async () => {
    const code = await bundle(
      `import { createGateway } from 'hpp-checkout/server'; console.log(createGateway);`,
    );
    expect(code).toContain('OutcomeUnknownError');
    expect(
      ['already_completed', 'frame-ancestors', 'Hono', 'create table'].filter((word) => code.includes(word)),
    ).toEqual([]);
  });

  it('all of hpp-checkout/gateway brings no handler, no store, and no package', async () => {
    const code = await bundle(`import * as gateway from 'hpp-checkout/gateway'; console.log(gateway);`);
    expect(code).toContain('OutcomeUnknownError');
    expect(
      ['already_completed', 'frame-ancestors', 'Hono', 'create table', 'memoryStore'].filter((word) =>
        code.includes(word),
      ),
    ).toEqual([]);
    expect(code).not.toMatch(/^import .* from ["'](?!node:)/m);
  });

  it('isCheckoutError brings no button and no dialog', async () => {
    const code = await bundle(
      `import { isCheckoutError } from 'hpp-checkout'; console.log(isCheckoutError(null));`,
    );
    expect(
      ['attachShadow', 'iframe', 'preact', 'CSSStyleSheet'].filter((word) => code.includes(word)),
    ).toEqual([]);
  });

  it('an import for nothing brings nothing', async () => {
    for (const entry of [
      'hpp-checkout',
      'hpp-checkout/gateway',
      'hpp-checkout/server',
      'hpp-checkout/sandbox',
      'hpp-checkout/return',
      'hpp-checkout/react',
    ]) {
      expect([entry, (await bundle(`import '${entry}'; console.log(1);`)).length]).toEqual([
        entry,
        expect.toSatisfy((length: number) => length < 400),
      ]);
    }
  });
});
