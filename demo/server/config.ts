import { networkInterfaces } from 'node:os';
import { defineProfile } from 'hpp-checkout/server';
import { lanAddress } from './lan/lanAddress.ts';

/** Where the three parties of the demo listen. Three origins, two sites: `localhost` and `127.0.0.1` are cross-site to each other. */
export interface DemoConfig {
  shop: Party;
  merchant: Party;
  gateway: Party;
  /** This machine's address in its network, under which all three stand then, by https; `null`: nobody else can reach them. */
  lan: string | null;
  /** Where Vite serves an example; the merchant's server accepts checkouts from there too. */
  examples: { origin: string };
  /** Whether its pages reload when the demo has started again: `npm run dev`. */
  dev: boolean;
  /** Folder that holds the demo's two SQLite files. */
  dataFolder: string;
}

export interface Party {
  port: number;
  /** Where browsers find it. */
  origin: string;
  /** Where the other two find it, on this machine. */
  local: string;
}

const FIRST_PORT = 4242;

/**
 * Reads `DEMO_PORT` (the first of three ports in a row, default 4242), `DEMO_DATA` (default `demo/.data`) and `DEMO_LAN` (`on`, or
 * an address of this machine; default: nobody else can reach the demo).
 * @throws RangeError when `DEMO_PORT` is not a port, or `DEMO_LAN` no address of this machine.
 */
export function readConfig(env: Record<string, string | undefined>, folder: string): DemoConfig {
  const lan = lanAddress(env.DEMO_LAN, networkInterfaces());
  const party = (port: number, host: string): Party => ({
    port,
    origin: lan === null ? `http://${host}:${port}` : `https://${lan}:${port}`,
    local: `http://127.0.0.1:${port}`,
  });
  const first = env.DEMO_PORT === undefined ? FIRST_PORT : Number(env.DEMO_PORT);
  if (!Number.isInteger(first) || first < 1 || first > 65_533) {
    throw new RangeError(
      `DEMO_PORT is "${env.DEMO_PORT}": expected a port from 1 to 65533, such as ${FIRST_PORT}.`,
    );
  }
  return {
    shop: party(first, 'localhost'),
    merchant: party(first + 1, 'localhost'),
    gateway: party(first + 2, '127.0.0.1'),
    lan,
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
