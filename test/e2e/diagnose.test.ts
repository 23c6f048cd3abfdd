import { expect, it } from 'vitest';
import manifest from '../../package.json' with { type: 'json' };
import type { Diagnosis } from '../../src/widget/diagnose/finding.ts';
import { setUpShop } from '../support/setUpShop.ts';

const { harness, visitShop } = setUpShop();

const good = {
  headers: { 'content-type': 'text/html' } as Record<string, string>,
  body: `<!doctype html><html data-hpp-checkout-return="${manifest.version}"><script type="application/json">null</script>`,
};

/** What is found on the shop's page, beside a return page of this kind. */
async function found(
  returnPage: { status?: number; headers: Record<string, string>; body: string } = good,
): Promise<Diagnosis['findings']> {
  const { page } = await visitShop();
  await page.route(/\/return\//, (route) => route.fulfill(returnPage));
  await page.goto(harness.shop);
  const said: string[] = [];
  page.on('console', (message) => said.push(message.text()));
  const { findings } = await page.evaluate(() =>
    (window as never as { HppCheckout: { diagnose(): Promise<Diagnosis> } }).HppCheckout.diagnose(),
  );
  for (const { code, sentence, advice, docs } of findings) {
    expect([sentence, advice].every((text) => text.endsWith('.'))).toBe(true);
    expect(docs).toBe(`troubleshooting#diagnose-${code}`);
    await expect.poll(() => said.join('\n')).toContain(`[hpp-checkout] ${code}: ${sentence}`);
  }
  if (findings.length === 0) await expect.poll(() => said.join()).toContain('Nothing is wrong');
  return findings;
}
const codes = async (...args: Parameters<typeof found>) => (await found(...args)).map(({ code }) => code);

it('finds nothing on a page that is right', async () => {
  expect(await codes()).toEqual([]);
});

it('is run by `debug` at each open, and says what it finds in the console', async () => {
  harness.settings.body = `<a id="pay" data-hpp-checkout data-session="/session" data-gateway-origins="${harness.hosted}" data-debug>Pay</a>`;
  harness.settings.headers = { 'content-security-policy': "frame-src 'none'" };
  const { page } = await visitShop();
  await page.route(/\/return\//, (route) => route.fulfill(good));
  await page.goto(harness.shop);
  const said: string[] = [];
  page.on('console', (message) => said.push(message.text()));
  const findings = () => said.filter((line) => line.includes(`keeps ${harness.hosted} out`));
  for (const times of [1, 2]) {
    await page.click('#pay');
    await page.locator('dialog[open]').getByText('cannot be shown here').waitFor();
    await expect.poll(findings).toHaveLength(times);
    await page.locator('dialog[open]').getByRole('button', { name: 'Close' }).first().click();
    await page.locator('dialog[open]').waitFor({ state: 'detached' });
  }
  await expect.poll(() => said.join()).toContain('frame_blocked');
});

it('says what no browser can see', async () => {
  harness.settings.body = `<a data-hpp-checkout data-session="https://pay.other.example/session" data-gateway-origins="https://gateway.example">Pay</a>`;
  expect(await codes()).toEqual(['cannot_see', 'cannot_see']);
  harness.settings.body = '<p>No button here.</p>';
  expect(await codes()).toEqual(['no_checkout']);
});

it('finds a script that stands twice', async () => {
  harness.settings.body += '<script src="/hpp-checkout.js?again"></script>';
  expect(await codes()).toEqual(['script_twice']);
});

it('finds policies that keep out the frame or the server', async () => {
  harness.settings.body = `<a data-hpp-checkout data-session="/session" data-gateway-origins="https://gateway.example">Pay</a>`;
  harness.settings.headers = { 'content-security-policy': "frame-src 'self'" };
  expect(await codes()).toEqual(['policy_blocks_frame', 'cannot_see']);
  harness.settings.headers = { 'content-security-policy': "connect-src 'self'" };
  harness.settings.body = `<a data-hpp-checkout data-session="https://pay.other.example/session">Pay</a>`;
  expect(await codes()).toEqual(['policy_blocks_session', 'cannot_see']);
});

it('finds that the server cannot be asked', async () => {
  harness.settings.headers = { 'content-security-policy': "connect-src 'none'" };
  expect(await codes()).toEqual(['server_unreachable']);
});

it('finds what the page’s Permissions-Policy, or a page around it, keeps from the frame', async () => {
  harness.settings.headers = { 'permissions-policy': 'gyroscope=(), otp-credentials=(self)' };
  expect(await codes()).toEqual(['feature_refused']);
  harness.settings.headers = { 'permissions-policy': `payment=(self "${harness.hosted}")` };
  expect(await codes()).toEqual(['feature_refused_to_banks']);
});

it('finds a page that is isolated', async () => {
  harness.settings.headers = {
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-embedder-policy': 'require-corp',
  };
  expect(await codes()).toEqual(['page_isolated']);
});

it('finds a page whose frames stay empty', async () => {
  harness.settings.headers = { 'cross-origin-embedder-policy': 'require-corp' };
  expect(await codes()).toEqual(['page_isolated']);
});

it.each([
  [
    'return_page_missing',
    { status: 404, headers: { 'content-type': 'text/html' }, body: '<h1>Not found</h1>' },
  ],
  ['return_page_not_framed', { ...good, headers: { ...good.headers, 'x-frame-options': 'DENY' } }],
  [
    'return_page_not_framed',
    { ...good, headers: { ...good.headers, 'content-security-policy': 'frame-ancestors https://a.example' } },
  ],
  ['return_script_missing', { ...good, body: good.body.replace(/<script.*/, '') }],
  ['version_mismatch', { ...good, body: good.body.replace(manifest.version, '0.0.1') }],
] as const)('finds %s', async (code, returnPage) => {
  expect(await codes(returnPage)).toEqual([code]);
});
