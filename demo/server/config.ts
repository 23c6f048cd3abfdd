import { defineProfile } from 'hpp-checkout/server';

/** Where the three parties of the demo listen. Three origins, two sites: `localhost` and `127.0.0.1` are cross-site to each other. */
export interface DemoConfig {
  shop: { port: number; origin: string };
  merchant: { port: number; origin: string };
  gateway: { port: number; origin: string };
  /** Where Vite serves an example; the merchant's server accepts checkouts from there too. */
  examples: { origin: string };
  /** Whether its pages reload when the demo has started again: `npm run dev`. */
  dev: boolean;
  /** Folder that holds the demo's two SQLite files. */
  dataFolder: string;
}

const FIRST_PORT = 4242;

/**
 * Reads `DEMO_PORT` (the first of three ports in a row, default 4242) and `DEMO_DATA` (default `demo/.data`).
 * @throws RangeError when `DEMO_PORT` is not a port.
 */
export function readConfig(env: Record<string, string | undefined>, folder: string): DemoConfig {
  const first = env.DEMO_PORT === undefined ? FIRST_PORT : Number(env.DEMO_PORT);
  if (!Number.isInteger(first) || first < 1 || first > 65_533) {
    throw new RangeError(
      `DEMO_PORT is "${env.DEMO_PORT}": expected a port from 1 to 65533, such as ${FIRST_PORT}.`,
    );
  }
  return {
    shop: { port: first, origin: `http://localhost:${first}` },
    merchant: { port: first + 1, origin: `http://localhost:${first + 1}` },
    gateway: { port: first + 2, origin: `http://127.0.0.1:${first + 2}` },
    examples: { origin: 'http://localhost:5173' },
    dev: env.DEMO_DEV !== undefined,
    dataFolder: env.DEMO_DATA ?? folder,
  };
}

/**
 * How the demo's gateway differs from the default profile: after a decline its page cannot be paid any more. And nobody remembers
 * whether its page may be framed, since a scenario of the playground refuses it for one payment.
 */
export const PROFILE = defineProfile({ redirect: { declineEndsPage: true, headLivePage: 'never' } });

/** The demo's own credentials; the sandbox knows no others. */
export const CREDENTIALS = {
  clientId: 'demo-shop',
  clientSecret: 'demo-shop-secret',
  signatureSecret: 'demo-signature-secret',
} as const;
