import { randomUUID } from 'node:crypto';
import { createGateway, type Gateway } from '../../gateway/createGateway.ts';
import { ConfigurationError } from '../../gateway/errors/setupErrors.ts';
import { defaultProfile } from '../../protocol/gateway/defaultProfile.ts';
import { describeProfile } from '../../protocol/gateway/describeProfile.ts';
import { isWebUrl } from '../../protocol/gateway/isWebUrl.ts';
import type { GatewayProfile } from '../../protocol/gateway/profile.ts';
import { atMostWords, type Command, flag, type Input, text, UsageError, whole } from '../command.ts';
import { createAsk } from '../doctor/ask.ts';
import { behindProxy } from '../doctor/behindProxy.ts';
import type { Finding } from '../doctor/check.ts';
import { credentials } from '../doctor/credentials.ts';
import {
  type Credentials,
  credentialsToSend,
  type GatewayAddress,
  withheld,
} from '../doctor/credentialsToSend.ts';
import { hostedPage } from '../doctor/hostedPage.ts';
import { handlerChecks, handlerIsThere, type Installation } from '../doctor/installation.ts';
import { type NamedFinding, reportTo } from '../doctor/printFindings.ts';
import { reachable } from '../doctor/reachable.ts';
import { type ReportFinding, runChecks } from '../doctor/runChecks.ts';
import { shopPage } from '../doctor/shopPage.ts';
import type { Io } from '../io.ts';
import { loadProfile } from '../loadProfile.ts';
import { describeChanges, describePoints } from '../profileText.ts';

const SANDBOX = 'http://127.0.0.1:4010';

/** Checks a shop's installation from outside, and the gateway it uses. */
export const doctor: Command = {
  name: 'doctor',
  summary: 'Check a shop’s installation, and its gateway',
  help: `Usage: hpp-checkout doctor [options]

With --url it looks at a shop's installation as browsers and the gateway do: routes, headers, framing, clock, notifications. With --gateway
(or $HPP_BASE_URL) it asks the gateway what a shop would: address, credentials, signature. With neither it looks for a sandbox here.
Nothing is created unless --order is given. Exit code 1 when a check fails.

The installation
  --url <address>      publicUrl of the handler: https://shop.example/checkout
  --page <address>     A page that shows the Pay button: its policy and its script are looked at
  --order <json>       Opens a session for this order, as a click would, and looks whether its page may be framed

The gateway
  --gateway <address>  Default: $HPP_BASE_URL, else $HPP_SANDBOX_URL or ${SANDBOX} when there is no --url
  --client-id, --client-secret, --signature-secret
                       Default: $HPP_CLIENT_ID, $HPP_CLIENT_SECRET, $HPP_SIGNATURE_SECRET, else those of a sandbox.
                       Prefer the variables: what stands in a command line, others on the machine can read.
                       They are sent only to a gateway that --gateway or $HPP_BASE_URL names
  --allow-http         Send them over http to another machine, too

Both
  --profile <file>     A module whose export "profile" (or default) is the gateway's profile
  --timeout <ms>       For each request. Default 10000
  --points             Print every point that the interface document leaves open, not only those that differ`,
  json: '{ ok, findings: [{ name, state, detail, advice }], profile }',
  options: {
    url: { type: 'string' },
    page: { type: 'string' },
    order: { type: 'string' },
    gateway: { type: 'string' },
    'client-id': { type: 'string' },
    'client-secret': { type: 'string' },
    'signature-secret': { type: 'string' },
    'allow-http': { type: 'boolean' },
    profile: { type: 'string' },
    timeout: { type: 'string' },
    points: { type: 'boolean' },
  },
  async run(input, io) {
    atMostWords('doctor', input, 0);
    const { values } = input;
    const timeoutMs = whole(values, 'timeout', 1, 600_000) ?? 10_000;
    const url = address(values, 'url');
    const page = address(values, 'page');
    const order = text(values, 'order');
    if (url === undefined && (page !== undefined || order !== undefined)) {
      throw new UsageError('doctor: --page and --order look at an installation: give its --url too.');
    }
    const target = gatewayAddress(input, io, url === undefined);
    const file = text(values, 'profile');
    const profile = file === undefined ? defaultProfile : await loadProfile(file, io.cwd);
    const gateway = target === null ? null : open(input, io, target, profile, timeoutMs);

    const findings: NamedFinding[] = [];
    const report = reportTo(findings, io);
    let well = true;
    if (gateway !== null && target !== null) {
      const check = 'state' in gateway ? withheld(gateway) : credentials(gateway, randomUUID());
      well = await runChecks([reachable(target.baseUrl, timeoutMs, io), check], io, report);
      if ('close' in gateway) gateway.close();
    }
    if (url !== undefined) {
      const installation: Installation = {
        url: url.replace(/\/+$/, ''),
        page: page ?? null,
        gatewayOrigin: target === null ? null : new URL(target.baseUrl).origin,
        signatureHeader: await signatureHeader(profile),
      };
      well = (await checkInstallation(installation, order, io, timeoutMs, report)) && well;
    }
    const points = describeProfile(profile);
    const lines = flag(values, 'points')
      ? ['', 'Profile', ...describePoints(points)]
      : describeChanges(points);
    for (const line of lines) io.out(line);
    io.result({ ok: well, findings, profile: points });
    return well ? 0 : 1;
  },
};

async function checkInstallation(
  installation: Installation,
  order: string | undefined,
  io: Io,
  timeoutMs: number,
  report: ReportFinding,
): Promise<boolean> {
  const ask = createAsk(io, timeoutMs);
  if (!(await runChecks([handlerIsThere(installation, ask, io.now)], io, report))) return false;
  const checks = [
    ...handlerChecks(installation, ask),
    behindProxy(installation.url, ask),
    ...(installation.page === null ? [] : [shopPage(installation, installation.page, ask)]),
    ...(order === undefined ? [] : [hostedPage(installation, orderOf(order), ask)]),
  ];
  let well = true;
  for (const check of checks) well = (await runChecks([check], io, report)) && well;
  return well;
}

/** JSON, or a word: `--order A-1001` and `--order '{"basket":7}'` both do what they look like. */
function orderOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

async function signatureHeader({ notification, signature }: GatewayProfile): Promise<string | null> {
  const { header, sign } = notification.signature ?? signature;
  const probe = await sign({ payload: {}, raw: '{}' }, 'probe', () => new Uint8Array(32));
  return probe === null ? null : header;
}

function address(values: Input['values'], name: string): string | undefined {
  const value = text(values, name);
  if (value === undefined) return undefined;
  if (!isWebUrl(value)) {
    throw new UsageError(
      `--${name}: expected an address such as https://shop.example/checkout, got "${value}".`,
    );
  }
  return value;
}

/** Named, or the guess that a sandbox runs here; `null` where only an installation is looked at. */
function gatewayAddress({ values }: Input, io: Io, mayGuess: boolean): GatewayAddress | null {
  const named = text(values, 'gateway') ?? io.env.HPP_BASE_URL;
  if (named !== undefined) return { baseUrl: named, isNamed: true };
  return mayGuess ? { baseUrl: io.env.HPP_SANDBOX_URL ?? SANDBOX, isNamed: false } : null;
}

/** A client of the gateway, or why it gets no credentials. */
function open(
  input: Input,
  io: Io,
  target: GatewayAddress,
  profile: GatewayProfile,
  timeoutMs: number,
): Gateway | Finding {
  const secrets: Credentials | Finding = credentialsToSend(
    target,
    input,
    io,
    flag(input.values, 'allow-http'),
  );
  if ('state' in secrets) return secrets;
  try {
    return createGateway({
      ...secrets,
      baseUrl: target.baseUrl,
      test: true,
      profile,
      timeoutMs,
      deadlineMs: timeoutMs * 2,
    });
  } catch (error) {
    if (error instanceof ConfigurationError) throw new UsageError(error.message);
    throw error;
  }
}
