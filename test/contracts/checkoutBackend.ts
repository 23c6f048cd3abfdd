import { afterAll, beforeAll, describe, it } from 'vitest';
import { createSandbox, type Sandbox } from '../../src/sandbox/index.ts';
import { ALL_RULES } from '../../src/testing/verify/allRules.ts';
import { createBackend } from '../../src/testing/verify/backend.ts';
import { createContext, type VerifyContext } from '../../src/testing/verify/context.ts';
import { createGatewaySide } from '../../src/testing/verify/gatewaySide.ts';

/** A shop's server under test, running beside a sandbox. It knows the orders A-1001 to A-1040 at 49.90 EUR. */
export interface Backend {
  /** `PUBLIC_URL` of the contract. */
  publicUrl: string;
  /** Orders that it has fulfilled, one entry a call. */
  fulfilled(): readonly string[];
  close(): Promise<void>;
}

export interface BackendSettings {
  gatewayUrl: string;
  clientId: string;
  clientSecret: string;
  signatureSecret: string;
  shopOrigin: string;
}

const SHOP = 'http://shop.localhost:3000';

/** The threats and facts that a rule speaks for. */
const PROVES: Record<string, string> = {
  'price-is-the-shops': 'T4',
  'order-has-one-page': 'T10',
  'other-sites-page-is-refused': 'T29',
  'unknown-session-is-not-found': 'T28',
  'payment-is-told': 'S17',
  'lost-notification-is-made-up-for': 'S18',
  'unsigned-notification-settles-nothing': 'T1',
  'answer-of-another-amount-settles-nothing': 'T2',
  'return-page-settles-nothing': 'T8',
  'return-page-repeats-nothing-of-its-address': 'T16',
};

/** What `npx hpp-checkout verify` demands of a shop's server, in whatever language it is written: each rule a case. */
export function checkoutBackendContract(
  name: string,
  start: (settings: BackendSettings) => Promise<Backend>,
): void {
  // One after the other: pages are shared by the rules, and what one of them spoils shows in the next.
  describe(`${name} as the widget's backend`, () => {
    let sandbox: Sandbox;
    let backend: Backend;
    let context: VerifyContext;
    beforeAll(async () => {
      sandbox = createSandbox({ mode: 'instant' });
      const { url } = await sandbox.listen({ port: 0, host: '127.0.0.1' });
      backend = await start({ gatewayUrl: url, ...sandbox.credentials, shopOrigin: SHOP });
      context = contextOf(backend, url, sandbox.credentials.signatureSecret);
    });
    afterAll(async () => {
      await backend?.close();
      await sandbox?.close();
    });

    for (const { title, rules } of ALL_RULES) {
      describe(title, () => {
        for (const rule of rules) {
          const id = PROVES[rule.name];
          it(`${rule.name}${id === undefined ? '' : ` (${id})`}`, () => rule.check(context));
        }
      });
    }
  });
}

function contextOf(backend: Backend, gatewayUrl: string, signatureSecret: string): VerifyContext {
  const wait = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));
  const controlled = async (path: string, init: RequestInit) => {
    const headers = { 'content-type': 'application/json' };
    return (await fetch(`${gatewayUrl}/_sandbox${path}`, { ...init, headers })).json();
  };
  return createContext(
    {
      url: backend.publicUrl,
      origin: SHOP,
      orders: Array.from({ length: 40 }, (_, index) => `A-${1001 + index}`),
      unknownOrder: 'no-such-order',
      price: { amount: '49.90', currency: 'EUR' },
      fulfilled: async () => backend.fulfilled(),
      timeoutMs: 15_000,
    },
    createBackend({ url: backend.publicUrl, origin: SHOP, headers: {}, fetch, wait, onLimited: () => {} }),
    createGatewaySide({
      url: gatewayUrl,
      controls: {
        get: (path) => controlled(path, { method: 'GET' }),
        post: (path, body) => controlled(path, { method: 'POST', body: JSON.stringify(body) }),
      },
      signatureSecret,
      token: undefined,
      fetch,
    }),
    { now: () => Date.now(), wait },
  );
}
