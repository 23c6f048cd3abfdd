import { createSandbox } from '../../sandbox/createSandbox.ts';
import type { SandboxEvent } from '../../sandbox/events.ts';
import type { SandboxOptions } from '../../sandbox/options.ts';
import type { Sandbox } from '../../sandbox/sandbox.ts';
import {
  atMostWords,
  type Command,
  CommandError,
  flag,
  type Input,
  oneOf,
  text,
  UsageError,
  whole,
} from '../command.ts';
import { DEFAULT_PORT } from '../controls.ts';
import type { Io } from '../io.ts';
import { loadProfile } from '../loadProfile.ts';
import { describeChanges } from '../profileText.ts';
import { sandboxEnv } from '../sandboxEnv.ts';

/** Runs a sandbox gateway until it is interrupted. */
export const sandbox: Command = {
  name: 'sandbox',
  summary: 'Run a sandbox gateway: every endpoint, the hosted page, notifications',
  help: `Usage: hpp-checkout sandbox [options]

Runs a whole gateway on this machine until Ctrl-C. Nothing in it moves money; real cards are refused.

Options
  --port <n>               Default ${DEFAULT_PORT}; 0 takes a free one
  --host <address>         Default 127.0.0.1
  --public-url <url>       Address under which merchants and customers reach it, if it is another
  --bank-url <url>         Address under which customers reach the pages of banks. Default: a free port beside the other
  --dir <folder>           Write everything to an SQLite file there, too. Default: in memory only
  --seed <n>               The same ids in every run
  --clock <real|manual>    A manual clock stands until "hpp-checkout clock" moves it
  --fast                   Waits of notifications last a sixtieth; --instant leaves none
  --profile <file>         A module whose export "profile" (or default) is the gateway's profile
  --merchant <name>        Name on the hosted page
  --saq-d                  Take full card details in direct connect
  --mit                    Merchant-initiated payments are approved
  --allow-target <host>    Notify this host too, beside loopback; may be repeated
  --allow-private          Such a host may have a private address, as between containers
  --frame-ancestor <origin>  May frame the page; may be repeated. Default: origins of the redirect addresses
  --control-token <token>  Open the controls to whoever has it. Default: $HPP_SANDBOX_TOKEN, else loopback only
  --client-id, --client-secret, --signature-secret
                           Credentials. Default: $HPP_CLIENT_ID, $HPP_CLIENT_SECRET, $HPP_SIGNATURE_SECRET, else the usual ones
  --quiet                  Do not print what happens`,
  json: '{ url, inspector, credentials: { clientId, clientSecret, signatureSecret } }, as soon as it listens; secrets of your own are null',
  options: {
    port: { type: 'string' },
    host: { type: 'string' },
    'public-url': { type: 'string' },
    'bank-url': { type: 'string' },
    dir: { type: 'string' },
    seed: { type: 'string' },
    clock: { type: 'string' },
    fast: { type: 'boolean' },
    instant: { type: 'boolean' },
    profile: { type: 'string' },
    merchant: { type: 'string' },
    'saq-d': { type: 'boolean' },
    mit: { type: 'boolean' },
    'allow-target': { type: 'string', multiple: true },
    'allow-private': { type: 'boolean' },
    'frame-ancestor': { type: 'string', multiple: true },
    'control-token': { type: 'string' },
    'client-id': { type: 'string' },
    'client-secret': { type: 'string' },
    'signature-secret': { type: 'string' },
    quiet: { type: 'boolean' },
  },
  async run(input, io) {
    atMostWords('sandbox', input, 0);
    const port = whole(input.values, 'port', 0, 65_535) ?? DEFAULT_PORT;
    const host = text(input.values, 'host') ?? '127.0.0.1';
    const ended = io.interrupted();
    const running = open(await optionsOf(input, io));
    try {
      const { url } = await running.listen({ port, host }).catch((error: Error) => {
        throw new CommandError(error.message);
      });
      const isUsual = ownCredentials(input, io) === undefined;
      io.out(greeting(running, url, isUsual));
      const { clientId, clientSecret, signatureSecret } = running.credentials;
      const secrets = isUsual
        ? { clientSecret, signatureSecret }
        : { clientSecret: null, signatureSecret: null };
      io.result({ url, inspector: `${url}/_sandbox`, credentials: { clientId, ...secrets } });
      if (!flag(input.values, 'quiet')) running.on((event) => io.out(eventLine(event)));
      await ended;
      io.err('Ending.');
    } finally {
      await running.close();
    }
    return 0;
  },
};

function open(options: SandboxOptions): Sandbox {
  try {
    return createSandbox(options);
  } catch (error) {
    throw error instanceof RangeError
      ? new UsageError(error.message)
      : new CommandError((error as Error).message);
  }
}

async function optionsOf({ values, positionals }: Input, io: Io): Promise<SandboxOptions> {
  const clock = oneOf('--clock', text(values, 'clock') ?? 'real', ['real', 'manual']);
  if (flag(values, 'fast') && flag(values, 'instant'))
    throw new UsageError('Choose one of --fast and --instant.');
  const publicUrl = address(values, 'public-url');
  const bankUrl = address(values, 'bank-url');
  const seed = whole(values, 'seed', Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER);
  const profile = text(values, 'profile');
  const token = text(values, 'control-token') ?? io.env.HPP_SANDBOX_TOKEN;
  const credentials = ownCredentials({ values, positionals }, io);
  const hosts = many(values, 'allow-target');
  const ancestors = many(values, 'frame-ancestor');
  const [dir, merchantName] = [text(values, 'dir'), text(values, 'merchant')];
  return {
    clock,
    mode: flag(values, 'fast') ? 'fast' : flag(values, 'instant') ? 'instant' : 'real',
    pciLevel: flag(values, 'saq-d') ? 'saq-d' : 'none',
    mit: flag(values, 'mit'),
    allowTarget: (url) => hosts.includes(url.hostname),
    allowPrivateTargets: flag(values, 'allow-private'),
    control: token === undefined ? {} : { token },
    ...(dir === undefined ? {} : { dir }),
    ...(seed === undefined ? {} : { seed }),
    ...(profile === undefined ? {} : { profile: await loadProfile(profile, io.cwd) }),
    ...(merchantName === undefined ? {} : { merchantName }),
    ...(publicUrl === undefined ? {} : { publicUrl }),
    ...(bankUrl === undefined ? {} : { bankUrl }),
    ...(credentials === undefined ? {} : { credentials }),
    ...(ancestors.length === 0 ? {} : { frameAncestors: ancestors }),
  };
}

function address(values: Input['values'], name: string): string | undefined {
  const url = text(values, name);
  if (url === undefined || URL.canParse(url)) return url;
  throw new UsageError(`--${name}: expected an address such as https://pay.example, got "${url}".`);
}

function many(values: Input['values'], name: string): string[] {
  const value = values[name];
  return Array.isArray(value) ? value.filter((each): each is string => typeof each === 'string') : [];
}

function ownCredentials({ values }: Input, { env }: Io): SandboxOptions['credentials'] {
  const clientId = text(values, 'client-id') ?? env.HPP_CLIENT_ID;
  const clientSecret = text(values, 'client-secret') ?? env.HPP_CLIENT_SECRET;
  const signatureSecret = text(values, 'signature-secret') ?? env.HPP_SIGNATURE_SECRET;
  const given = [clientId, clientSecret, signatureSecret].filter((each) => each !== undefined).length;
  if (given === 0) return undefined;
  if (clientId === undefined || clientSecret === undefined || signatureSecret === undefined) {
    throw new UsageError('Give all three of --client-id, --client-secret and --signature-secret, or none.');
  }
  return { clientId, clientSecret, signatureSecret };
}

function greeting({ credentials, describe, url: publicUrl }: Sandbox, url: string, isUsual: boolean): string {
  return [
    `Sandbox gateway at ${url}`,
    `Inspector        ${url}/_sandbox`,
    '',
    "Your server's environment (.env), as gatewayFromEnv() reads it:",
    ...sandboxEnv({ url: publicUrl ?? url, credentials, isUsual }),
    '',
    'Cards (any later expiry, any name, security code 123)',
    '  4242 4242 4242 4242   paid',
    '  4000 0000 0000 3220   paid after 3DS',
    '  4000 0084 0000 1629   declined after 3DS',
    '  4000 0000 0000 0002   declined',
    '  4000 0000 0000 9995   lacks the funds',
    '  4000 0032 0000 0103   3DS on a page of the bank’s own; eleven more: npx hpp-checkout docs 3ds-and-framing',
    ...describeChanges(describe()),
    '',
    'Ctrl-C ends it.',
  ].join('\n');
}

function eventLine({ at, type, orderReference, data }: SandboxEvent): string {
  const facts = Object.entries(data)
    .filter(([, value]) => value !== null && value !== undefined && typeof value !== 'object')
    .map(([name, value]) => `${name}=${value}`)
    .join(' ');
  return `${new Date(at).toISOString()} ${type}${orderReference === undefined ? '' : ` ${orderReference}`} ${facts}`.trimEnd();
}
