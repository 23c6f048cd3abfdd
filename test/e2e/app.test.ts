import { expect, it, onTestFinished } from 'vitest';
import { appMessage } from '../../src/protocol/page/appMessage.ts';
import { allEngines } from '../support/engines.ts';
import { createHarness } from '../support/harness.ts';
import { CARDS } from '../support/hostedPage.ts';
import { launchWebKitApp } from '../support/webkitApp/launchWebKitApp.ts';

const PAY = `document.querySelector('form button').click()`;
const TYPE_CARD = `
  const form = document.querySelector('[name=number]').form;
  const card = { number: '${CARDS.paid}', expiry: '12 / 34', securityCode: '123', holderName: 'Ada Lovelace' };
  for (const [name, value] of Object.entries(card)) form.elements[name].value = value;
  form.requestSubmit();`;
const TAP = `document.querySelector('.on a').click()`;

it.runIf(allEngines.includes('webkit'))(
  'an app that shows the pay page hears the outcome, and is opened by its own address',
  async () => {
    const harness = await createHarness({
      handler: {
        payLinks: { secret: 'a secret of thirty-two characters' },
        appReturnUrls: { ios: 'myshop://paid?order={ORDER_REFERENCE}&session={SESSION_ID}' },
      },
    });
    onTestFinished(() => harness.close());
    const link = await harness.handler.payLink('A-1', { expiresAt: Date.now() + 600_000, app: 'ios' });
    const app = await launchWebKitApp(link);
    onTestFinished(() => app.close());
    const last = (name: 'loaded' | 'message' | 'opened') => app.told.findLast((one) => name in one)?.[name];
    const isAt = (address: string) =>
      expect.poll(() => last('loaded'), { timeout: 30_000 }).toMatch(new RegExp(`^${address}`));

    await isAt(`${harness.merchant}/checkout/pay`);
    app.run(PAY);
    await isAt(`${harness.gateway}/hpp/`);
    app.run(TYPE_CARD);
    await isAt(`${harness.merchant}/checkout/return/`);
    await expect.poll(() => last('message'), { timeout: 30_000 }).toBeDefined();
    const [stored] = await harness.store.findSessions({ orderReference: 'A-1', test: true });
    const sessionId = stored?.value.id ?? '';
    expect(JSON.parse(last('message') ?? '')).toEqual(
      appMessage({ outcome: 'completed', sessionId, orderReference: 'A-1' }),
    );
    expect(harness.payments).toHaveLength(1);

    // The page goes on by itself, and by the button; the system gives the address to the app.
    const address = `myshop://paid?order=A-1&session=${sessionId}`;
    await expect.poll(() => last('opened'), { timeout: 30_000 }).toBe(address);
    app.run(TAP);
    await expect.poll(() => app.told.filter(({ opened }) => opened === address).length).toBe(2);
    expect(app.told.filter(({ message }) => message !== undefined)).toHaveLength(1);
    expect(last('loaded')).toMatch(`${harness.merchant}/checkout/return/`);

    // The same link again: it is paid, and the app has heard so already.
    app.run(`location.assign(${JSON.stringify(link)})`);
    await isAt(`${harness.merchant}/checkout/pay`);
    expect(app.told.filter(({ message }) => message !== undefined)).toHaveLength(1);
    await harness.handler.revokePayLink(link);
    app.run(`sessionStorage.clear(); location.reload()`);
    await expect.poll(() => app.told.filter(({ message }) => message !== undefined).length).toBe(2);
    expect(JSON.parse(last('message') ?? '')).toEqual(
      appMessage({ outcome: 'expired', sessionId: null, orderReference: null }),
    );
  },
);
