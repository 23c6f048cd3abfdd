import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { cruise, type ICruiseResult } from 'dependency-cruiser';
import extractOptions from 'dependency-cruiser/config-utl/extract-depcruise-options';
import extractTSConfig from 'dependency-cruiser/config-utl/extract-ts-config';
import { describe, expect, it, onTestFinished } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));
const artifacts = join(root, 'test', '.artifacts');
const rules = await extractOptions(join(root, '.dependency-cruiser.cjs'));

/**
 * Writes a small tree with one wrong arrow and asks the project's own rules about it. In a folder of its own each: the cruiser
 * remembers what it has looked for.
 */
async function judge(files: Record<string, string>): Promise<string[]> {
  mkdirSync(artifacts, { recursive: true });
  const planted = mkdtempSync(join(artifacts, 'planted-'));
  onTestFinished(() => rmSync(planted, { recursive: true, force: true }));
  const tsConfig = join(planted, 'tsconfig.json');
  writeFileSync(
    tsConfig,
    '{"compilerOptions":{"module":"ESNext","moduleResolution":"bundler","allowImportingTsExtensions":true,"noEmit":true}}',
  );
  for (const [path, text] of Object.entries(files)) {
    const file = join(planted, path);
    mkdirSync(join(file, '..'), { recursive: true });
    writeFileSync(file, text);
  }
  const folders = ['src', 'demo'].filter((folder) => existsSync(join(planted, folder)));
  const options = { ...rules, baseDir: planted };
  const { output } = await cruise(folders, options, {}, { tsConfig: extractTSConfig(tsConfig) });
  const { violations } = (output as ICruiseResult).summary;
  return violations.map(({ rule, from }) => `${rule.name}: ${from}`);
}

describe('the rules of the architecture catch what they forbid', () => {
  it('a room of the sandbox reaching for one above it, even for a type', async () => {
    const report = await judge({
      'src/sandbox/ledger/ledger.ts': `import type { Page } from '../page/routes.ts';\nexport type Ledger = Page;\n`,
      'src/sandbox/vault/vault.ts': `import { api } from '../api/api.ts';\nexport const vault = api;\n`,
      'src/sandbox/page/routes.ts': `import { event } from '../events.ts';\nexport type Page = typeof event;\n`,
      'src/sandbox/api/api.ts': `import { ledger } from '../ledger/balances.ts';\nexport const api = ledger;\n`,
      'src/sandbox/ledger/balances.ts': 'export const ledger = 1;\n',
      'src/sandbox/events.ts': 'export const event = 1;\n',
    });
    expect(report).toContain('arrows-of-sandbox-ledger: src/sandbox/ledger/ledger.ts');
    expect(report).toContain('arrows-of-sandbox-vault: src/sandbox/vault/vault.ts');
    expect(report).not.toContainEqual(expect.stringContaining('arrows-of-sandbox-page'));
    expect(report).not.toContainEqual(expect.stringContaining('arrows-of-sandbox-api'));
  });

  it('an effect of the checkout that knows another one, a machine that knows an effect, and a way round its entry', async () => {
    const report = await judge({
      'src/checkout/effects/poll.ts': `import { tick } from './tick.ts';\nexport const poll = tick;\n`,
      'src/checkout/effects/tick.ts': `import { share } from './effect.ts';\nexport const tick = share;\n`,
      'src/checkout/effects/effect.ts': `import type { State } from '../machine/state.ts';\nexport const share = 1 as State;\n`,
      'src/checkout/machine.ts': `import { sound } from './sound.ts';\nexport const machine = sound;\n`,
      'src/checkout/machine/state.ts': 'export type State = number;\n',
      'src/checkout/sound.ts': 'export const sound = 1;\n',
    });
    expect(report).toContain('checkout-effects-know-no-other: src/checkout/effects/poll.ts');
    expect(report).not.toContain('checkout-effects-know-no-other: src/checkout/effects/tick.ts');
    expect(report).toContain('checkout-machine-has-one-entry: src/checkout/effects/effect.ts');
    expect(report).toContain('checkout-machine-is-pure: src/checkout/machine.ts');
  });

  it('the sandbox importing the gateway client', async () => {
    const report = await judge({
      'src/sandbox/api.ts': `import { call } from '../gateway/call.ts';\nexport const api = call;\n`,
      'src/gateway/call.ts': 'export const call = 1;\n',
    });
    expect(report).toContain('arrows-of-sandbox: src/sandbox/api.ts');
  });

  it('a type-only import against the arrow', async () => {
    const report = await judge({
      'src/checkout/machine.ts': `import type { Text } from '../view/texts.ts';\nexport type Machine = Text;\n`,
      'src/view/texts.ts': 'export type Text = string;\n',
    });
    expect(report).toContain('arrows-of-checkout: src/checkout/machine.ts');
  });

  it('arrows up between the folders of the gateway', async () => {
    const report = await judge({
      'src/gateway/createGateway.ts': 'export const all = 1;\n',
      'src/gateway/operations/hpp.ts': `import { all } from '../createGateway.ts';\nexport const hpp = all;\n`,
      'src/gateway/operations/cards.ts': `import { one } from '../http/sendOnce.ts';\nexport const cards = one;\n`,
      'src/gateway/http/sendOnce.ts': 'export const one = 1;\n',
      'src/gateway/http/call.ts': `import { cards } from '../operations/cards.ts';\nexport const call = cards;\n`,
      'src/gateway/notifications/incoming.ts': `import { one } from '../http/sendOnce.ts';\nexport const open = one;\n`,
      'src/gateway/errors/errorClass.ts': `import { all } from '../createGateway.ts';\nexport const of = all;\n`,
    });
    for (const from of [
      'operations/hpp',
      'operations/cards',
      'http/call',
      'notifications/incoming',
      'errors/errorClass',
    ]) {
      expect(report).toContain(`gateway-arrows-of-${from.split('/')[0]}: src/gateway/${from}.ts`);
    }
  });

  it('a Node built-in in a browser file', async () => {
    const report = await judge({
      'src/widget/button.ts': `import { join } from 'node:path';\nexport const path = join('a', 'b');\n`,
    });
    expect(report).toContain('no-node-in-the-browser: src/widget/button.ts');
  });

  it('a cycle', async () => {
    const report = await judge({
      'src/checkout/a.ts': `import { b } from './b.ts';\nexport const a = () => b;\n`,
      'src/checkout/b.ts': `import { a } from './a.ts';\nexport const b = () => a;\n`,
    });
    expect(report).toContainEqual(expect.stringContaining('no-cycles: src/checkout/'));
  });

  it('source that imports what builds it, and the other way', async () => {
    const report = await judge({
      'src/widget/button.ts': `import { names } from '../build/names.ts';\nexport const button = names;\n`,
      'src/build/names.ts': 'export const names = 1;\n',
      'src/build/plugin.ts': `import { version } from '../return/page.ts';\nexport const plugin = version;\n`,
      'src/return/page.ts': 'export const version = 1;\n',
    });
    expect(report).toContain('arrows-of-widget: src/widget/button.ts');
    expect(report).toContain('arrows-of-build: src/build/plugin.ts');
  });

  it('source that imports the demo', async () => {
    const report = await judge({
      'src/merchant/handler.ts': `import { price } from '../../demo/price.ts';\nexport const handler = price;\n`,
      'demo/price.ts': 'export const price = 1n;\n',
    });
    expect(report).toContain('src-alone: src/merchant/handler.ts');
  });

  it("the demo's page importing its server or its playground, even for a type", async () => {
    const report = await judge({
      'demo/shop/total.ts': `import { price } from '../server/merchant/price.ts';\nexport const total = price;\n`,
      'demo/shop/back.ts': `import type { Room } from '../playground/room.ts';\nexport type Back = Room;\n`,
      'demo/playground/room.ts': `import type { Shop } from '../shop/shop.ts';\nexport type Room = Shop;\n`,
      'demo/shop/shop.ts': 'export type Shop = string;\n',
      'demo/server/merchant/price.ts': 'export const price = 1n;\n',
    });
    expect(report).toContain('arrows-of-demo-shop: demo/shop/total.ts');
    expect(report).toContain('arrows-of-demo-shop: demo/shop/back.ts');
    expect(report).not.toContainEqual(expect.stringContaining('arrows-of-demo-playground'));
  });
});
