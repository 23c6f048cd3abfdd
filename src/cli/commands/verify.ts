import { isWebUrl } from '../../protocol/gateway/isWebUrl.ts';
import { createSandbox } from '../../sandbox/createSandbox.ts';
import type { SandboxCredentials } from '../../sandbox/options.ts';
import { ORDERS_NEEDED } from '../../testing/verify/allRules.ts';
import { createBackend } from '../../testing/verify/backend.ts';
import { createContext, type VerifyContext, type VerifyOptions } from '../../testing/verify/context.ts';
import { createGatewaySide } from '../../testing/verify/gatewaySide.ts';
import { ruleNames, verifyBackend } from '../../testing/verify/verifyBackend.ts';
import { type Command, CommandError, flag, type Input, text, UsageError, whole } from '../command.ts';
import { controls, DEFAULT_PORT } from '../controls.ts';
import type { Io } from '../io.ts';
import { readOrder, readOrders } from '../verify/orders.ts';
import { printRules, summary } from '../verify/printRules.ts';
import { startBackend, untilThere } from '../verify/startBackend.ts';

const DEFAULT_ORDERS = ['A-1001..A-1040'];

/** Checks a backend in any language against the interface that the widget and the gateway speak. */
export const verify: Command = {
  name: 'verify',
  summary: 'Check a backend in any language against the widget’s interface',
  help: `Usage: hpp-checkout verify <url> [options] [-- <command to start the backend>]

Asks a backend what the widget, a customer, the gateway and an attacker would, and says which rules hold. The gateway behind
it is a sandbox: verify starts one and prints the variables that lead the backend there. Exit code 1 when a rule is broken.

  hpp-checkout verify http://localhost:8000/checkout -- python3 server.py
  hpp-checkout verify http://localhost:3000/checkout --order A-1..A-40 --origin http://localhost:5173

The backend
  <url>                  Its public address (PUBLIC_URL), under which /session, /return, /notify and /health are
  -- <command>           Starts it, with HPP_BASE_URL and the other variables set; else it must run already, or within --start
  --start <seconds>      How long it may take to be there. Default 30
  --origin <origin>      Of the shop's pages. Default: that of <url>
  --header <name: value> Sent with what the widget asks, such as a customer's cookie; may be repeated
  --timeout <seconds>    How long a payment may take to be seen. Default 15

Its orders
  --order <order>        May be paid; may be repeated. A text, JSON, or a range. Default: ${DEFAULT_ORDERS[0]}
                         ${ORDERS_NEEDED} are needed that nobody has touched
  --paid-order <order>   Is paid already, to be refused as well as the one that verify pays
  --unknown-order <o>    Does not exist. Default: no-such-order
  --price <sum currency> Of each of these orders, such as "49.90 EUR", to be compared with
  --fulfilled <url>      Answers a JSON list of the order references that were fulfilled, one for each time

The gateway
  --port <n>             Of verify's own sandbox. Default ${DEFAULT_PORT}
  --sandbox <url>        A sandbox that runs already and that the backend uses; its credentials from HPP_CLIENT_ID …
  --token <token>        Its control token, if it has one. Default: $HPP_SANDBOX_TOKEN

  --rule <name>          This rule only; may be repeated. --rules lists them all`,
  json: '{ ok, url, rules: [{ name, group, demand, state, expected, seen, reason, read }] }, state "passed", "failed" or "skipped"',
  options: {
    start: { type: 'string' },
    origin: { type: 'string' },
    header: { type: 'string', multiple: true },
    timeout: { type: 'string' },
    order: { type: 'string', multiple: true },
    'paid-order': { type: 'string' },
    'unknown-order': { type: 'string' },
    price: { type: 'string' },
    fulfilled: { type: 'string' },
    port: { type: 'string' },
    sandbox: { type: 'string' },
    token: { type: 'string' },
    rule: { type: 'string', multiple: true },
    rules: { type: 'boolean' },
  },
  async run(input, io) {
    if (flag(input.values, 'rules')) {
      for (const name of ruleNames()) io.out(name);
      io.result({ rules: ruleNames() });
      return 0;
    }
    const options = optionsOf(input, io);
    const wanted = rulesOf(input);
    const command = input.positionals.slice(1);
    const sandbox = await openSandbox(input, options, io);
    let started: ReturnType<typeof startBackend> | null = null;
    try {
      const variables = variablesOf(sandbox, options);
      if (command.length > 0) started = startBackend(command, variables, io);
      else io.out(['The backend must run with', ...asBlock(variables, sandbox), ''].join('\n'));
      await untilThere(options.url, (whole(input.values, 'start', 1, 3_600) ?? 30) * 1_000, io);
      const context = contextOf(input, options, sandbox, io);
      await usesTheSandbox(context, asBlock(variables, sandbox));
      const results = await verifyBackend(context, printRules(io), wanted);
      const ok = results.every(({ state }) => state !== 'failed');
      io.out(`\n${summary(results)}`);
      io.result({ ok, url: options.url, rules: results });
      return ok ? 0 : 1;
    } finally {
      await started?.stop();
      await sandbox.close();
    }
  },
};

interface UsedSandbox {
  url: string;
  credentials: SandboxCredentials;
  token: string | undefined;
  /** The credentials are a sandbox's usual ones, which are no secret. */
  isUsual: boolean;
  close(): Promise<void>;
}

async function openSandbox(input: Input, { url }: VerifyOptions, io: Io): Promise<UsedSandbox> {
  const { HPP_CLIENT_ID: id, HPP_CLIENT_SECRET: secret, HPP_SIGNATURE_SECRET: signature } = io.env;
  const credentials: SandboxCredentials = {
    clientId: id ?? 'sandbox',
    clientSecret: secret ?? 'sandbox-secret',
    signatureSecret: signature ?? 'sandbox-signature-secret',
  };
  const isUsual = id === undefined && secret === undefined && signature === undefined;
  const given = text(input.values, 'sandbox');
  if (given !== undefined) {
    if (!isWebUrl(given)) throw new UsageError(`--sandbox: expected an address, got "${given}".`);
    const token = text(input.values, 'token') ?? io.env.HPP_SANDBOX_TOKEN;
    return { url: given.replace(/\/+$/, ''), credentials, token, isUsual, close: async () => {} };
  }
  const port = whole(input.values, 'port', 0, 65_535) ?? DEFAULT_PORT;
  const { hostname } = new URL(url);
  const sandbox = createSandbox({
    mode: 'instant',
    credentials,
    allowTarget: (target) => target.hostname === hostname,
    allowPrivateTargets: true,
  });
  const { url: own } = await sandbox.listen({ port, host: '127.0.0.1' }).catch(async (error: Error) => {
    await sandbox.close();
    throw new CommandError(
      `${error.message} Is it a sandbox that the backend uses? Then name it: --sandbox http://127.0.0.1:${port}. Else take another port with --port.`,
    );
  });
  return { url: own, credentials, token: undefined, isUsual, close: () => sandbox.close() };
}

/** What leads a backend to the sandbox, by the names that all examples use. */
function variablesOf({ url, credentials }: UsedSandbox, options: VerifyOptions): Record<string, string> {
  const { port, protocol } = new URL(options.url);
  return {
    HPP_BASE_URL: url,
    HPP_CLIENT_ID: credentials.clientId,
    HPP_CLIENT_SECRET: credentials.clientSecret,
    HPP_SIGNATURE_SECRET: credentials.signatureSecret,
    HPP_TEST: 'true',
    PUBLIC_URL: options.url,
    PORT: port || (protocol === 'https:' ? '443' : '80'),
    SHOP_ORIGIN: options.origin,
  };
}

/** To be pasted; secrets that came from the environment are there already and are not printed. */
function asBlock(variables: Record<string, string>, { isUsual }: UsedSandbox): string[] {
  return Object.entries(variables).map(
    ([name, value]) => `  ${name}=${isUsual || !name.endsWith('_SECRET') ? value : '(yours)'}`,
  );
}

function contextOf(input: Input, options: VerifyOptions, sandbox: UsedSandbox, io: Io): VerifyContext {
  const wait = (ms: number) => new Promise<void>((resolve) => void io.after(ms, resolve));
  const where = { url: sandbox.url, ...(sandbox.token === undefined ? {} : { token: sandbox.token }) };
  const backend = createBackend({
    url: options.url,
    origin: options.origin,
    headers: headersOf(input),
    fetch: io.fetch,
    wait,
    onLimited: (ms) => io.err(`  …   The backend's rate limit: waiting ${Math.ceil(ms / 1_000)} s`),
  });
  const gateway = createGatewaySide({
    url: sandbox.url,
    controls: controls({ values: where, positionals: [] }, io),
    signatureSecret: sandbox.credentials.signatureSecret,
    token: sandbox.token,
    fetch: io.fetch,
  });
  return createContext(options, backend, gateway, { now: io.now, wait });
}

/** @throws CommandError when the backend cannot be verified at all: every rule would fail, and none would say why. */
async function usesTheSandbox(context: VerifyContext, variables: readonly string[]): Promise<void> {
  try {
    await context.unpaidPage();
  } catch (error) {
    throw new CommandError(
      [
        `No payment page can be opened: ${(error as Error).message}.`,
        'The backend must know the orders (see --order), let the asker in (see --header), and use this gateway:',
        ...variables,
      ].join('\n'),
    );
  }
}

function rulesOf(input: Input): (name: string) => boolean {
  const names = many(input, 'rule');
  const known = ruleNames();
  for (const name of names) {
    if (!known.includes(name)) throw new UsageError(`--rule: there is no "${name}". --rules lists them all.`);
  }
  return (name) => names.length === 0 || names.includes(name);
}

function optionsOf(input: Input, io: Io): VerifyOptions {
  const { values, positionals } = input;
  const [typed] = positionals;
  if (typed === undefined || !isWebUrl(typed)) {
    throw new UsageError(
      `verify: expected the backend's address, such as http://localhost:3000/checkout, got ${typed ?? 'nothing'}.`,
    );
  }
  const url = typed.replace(/\/+$/, '');
  const origin = text(values, 'origin') ?? new URL(url).origin;
  if (!URL.canParse(origin) || new URL(origin).origin !== origin) {
    throw new UsageError(`--origin: expected an origin such as http://localhost:5173, got "${origin}".`);
  }
  const typedOrders = many(input, 'order');
  const orders = readOrders(typedOrders.length === 0 ? DEFAULT_ORDERS : typedOrders);
  if (orders.length < ORDERS_NEEDED && many(input, 'rule').length === 0) {
    throw new UsageError(`--order: expected ${ORDERS_NEEDED} orders or more, got ${orders.length}.`);
  }
  const [paidOrder, fulfilled, price] = ['paid-order', 'fulfilled', 'price'].map((name) =>
    text(values, name),
  );
  return {
    url,
    origin,
    orders,
    unknownOrder: readOrder(text(values, 'unknown-order') ?? 'no-such-order'),
    timeoutMs: (whole(values, 'timeout', 1, 600) ?? 15) * 1_000,
    ...(paidOrder === undefined ? {} : { paidOrder: readOrder(paidOrder) }),
    ...(price === undefined ? {} : { price: priceOf(price) }),
    ...(fulfilled === undefined ? {} : { fulfilled: () => listAt(fulfilled, io) }),
  };
}

function priceOf(text: string): { amount: string; currency: string } {
  const [, amount, currency] = /^(\d+(?:\.\d+)?) ([A-Z]{3})$/.exec(text) ?? [];
  if (amount === undefined || currency === undefined) {
    throw new UsageError(`--price: expected a sum and a currency such as "49.90 EUR", got "${text}".`);
  }
  return { amount, currency };
}

async function listAt(url: string, io: Io): Promise<readonly string[]> {
  const list: unknown = await (await io.fetch(url)).json();
  if (Array.isArray(list) && list.every((each) => typeof each === 'string')) return list;
  throw new CommandError(`--fulfilled: expected a JSON list of order references from ${url}.`);
}

function headersOf(input: Input): Record<string, string> {
  return Object.fromEntries(
    many(input, 'header').map((line) => {
      const [, name, value] = /^([\w-]+):\s*(.+)$/.exec(line) ?? [];
      if (name === undefined || value === undefined) {
        throw new UsageError(`--header: expected a line such as "Cookie: session=1", got "${line}".`);
      }
      return [name.toLowerCase(), value];
    }),
  );
}

function many({ values }: Input, name: string): string[] {
  const value = values[name];
  return Array.isArray(value) ? value.filter((each): each is string => typeof each === 'string') : [];
}
