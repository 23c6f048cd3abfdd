import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { failWithChild } from '../failWithChild.ts';

/** Options of the foreign gateway; test/foreign/README.md has the table. */
export type ForeignOptions = Readonly<Record<string, unknown>>;

export interface ForeignTransaction {
  pspId: number;
  token: string;
  status: string;
  amount: string;
  currency: string;
  orderReference: string;
  uniqueReference: string;
  cardToken: string | null;
  challenge: string | null;
}

export interface ForeignDelivery {
  id: number;
  orderReference: string;
  attemptNumber: number;
  status: string;
  by: string;
  url: string;
  /** HTTP status that the merchant answered; `null` for none. */
  answer: number | null;
  payload: Record<string, unknown>;
}

export interface ForeignState {
  transactions: ForeignTransaction[];
  deliveries: ForeignDelivery[];
  requests: { endpoint: string | null; orderReference: string | null; unlistedNames: string[] }[];
  protocolErrors: unknown[];
  cardTokens: string[];
}

export interface ForeignGateway {
  readonly url: string;
  readonly credentials: { clientId: string; clientSecret: string; signatureSecret: string };
  /** For one order, or for all. They stay until `reset`. */
  set(options: ForeignOptions, orderReference?: string): Promise<void>;
  state(orderReference?: string): Promise<ForeignState>;
  /** Sends one notification by hand and waits for the merchant's answer. */
  deliver(order: Record<string, unknown>): Promise<ForeignDelivery[]>;
  /** Does on the hosted page what a customer would do. */
  pay(order: Record<string, unknown>): Promise<{ redirectUrl: string; status: string }>;
  /** Options to their defaults. */
  reset(): Promise<void>;
  close(): Promise<void>;
}

const folder = fileURLToPath(new URL('../../foreign', import.meta.url));

/** The gateway in Python that knows nothing of our code, in a process of its own. */
export async function startForeignGateway(host = '127.0.0.1'): Promise<ForeignGateway> {
  const credentials = {
    clientId: 'foreign-client',
    clientSecret: 'foreign-client-secret-7f3a',
    signatureSecret: 'foreign-signature-secret-c41d',
  };
  const child = spawn(
    'python3',
    [
      ...['gateway.py', '--host', host, '--client-id', credentials.clientId],
      ...['--client-secret', credentials.clientSecret, '--signature-secret', credentials.signatureSecret],
    ],
    {
      cwd: folder,
      stdio: ['ignore', 'pipe', 'inherit'],
      env: { PATH: process.env.PATH, PYTHONDONTWRITEBYTECODE: '1', PYTHONUNBUFFERED: '1' },
    },
  );
  const url = await new Promise<string>((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code) => reject(new Error(`The foreign gateway ended with code ${code}.`)));
    createInterface(child.stdout).once('line', (line) => resolve(JSON.parse(line).baseUrl));
  });

  failWithChild(child, 'The foreign gateway');

  async function control<T>(name: string, order?: unknown, orderReference?: string): Promise<T> {
    const query = orderReference === undefined ? '' : `?${new URLSearchParams({ orderReference })}`;
    const response = await fetch(
      `${url}/_control/${name}${query}`,
      order === undefined ? {} : { method: 'POST', body: JSON.stringify(order) },
    );
    const answer = (await response.json()) as T & { error?: string };
    if (!response.ok) throw new Error(`The foreign gateway refused ${name}: ${answer.error}`);
    return answer;
  }

  return {
    url,
    credentials,
    set: async (options, orderReference) => void (await control('options', options, orderReference)),
    state: (orderReference) => control('state', undefined, orderReference),
    deliver: async (order) => (await control<{ deliveries: ForeignDelivery[] }>('deliver', order)).deliveries,
    pay: (order) => control('pay', order),
    reset: async () => void (await control('reset', {})),
    async close() {
      const ended = once(child, 'exit');
      child.kill();
      await ended;
    },
  };
}
