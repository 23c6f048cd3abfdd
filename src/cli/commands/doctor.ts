import { randomUUID } from 'node:crypto';
import { defaultProfile } from '../../protocol/gateway/defaultProfile.ts';
import { describeProfile } from '../../protocol/gateway/describeProfile.ts';
import { isWebUrl } from '../../protocol/gateway/isWebUrl.ts';
import type { GatewayProfile } from '../../protocol/gateway/profile.ts';
import { atMostWords, type Command, flag, type Input, text, UsageError, whole } from '../command.ts';
import { createAsk } from '../doctor/ask.ts';
import { checkInstallation, type Installation } from '../doctor/checkInstallation.ts';
import { credentials } from '../doctor/gateway/credentials.ts';
import { withheld } from '../doctor/gateway/credentialsToSend.ts';
import { gatewayAddress, openGateway, SANDBOX } from '../doctor/gateway/openGateway.ts';
import { reachable } from '../doctor/gateway/reachable.ts';
import { type NamedFinding, reportTo, summary } from '../doctor/printFindings.ts';
import { runChecks } from '../doctor/runChecks.ts';
import { loadProfile } from '../loadProfile.ts';
import { describeChanges, describePoints } from '../profileText.ts';

/** Checks a shop's installation from outside, and the gateway it uses. */
export const doctor: Command = {
  name: 'doctor',
  summary: 'Check a shop’s installation, and its gateway',
  help: `Usage: hpp-checkout doctor [options]

  hpp-checkout doctor --url http://localhost:3000/checkout --page http://localhost:3000/ --order A-1001
  hpp-checkout doctor --env-file .env      Looks at the gateway of HPP_BASE_URL alone

With --url it looks at a shop's installation as browsers and the gateway do: routes, headers, framing, clock, notifications. With --gateway
(or $HPP_BASE_URL) it asks the gateway what a shop would: address, credentials, signature. With neither it looks for a sandbox here.
Nothing is created unless --order is given. Each finding says what is wrong, what was expected, what to change and where to read on;
a check that builds on a failed one is skipped. Exit code 1 when a check fails; a warning or a hint is no failure.

The installation
  --url <address>      publicUrl of the handler: https://shop.example/checkout
  --page <address>     A page that shows the Pay button: its policy, its headers and its script are looked at
  --order <json>       Opens a session for this order, as a click would, and looks whether its page may be framed.
                       JSON or a word: A-1001, '{"basket":7}', '"1001"'
  --header <line>      Goes with the session's request, such as the login's "cookie: sid=…"; may be repeated

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
  json: '{ ok, findings: [{ name, state, code, detail, expected, change, read }], profile }',
  options: {
    url: { type: 'string' },
    page: { type: 'string' },
    order: { type: 'string' },
    header: { type: 'string', multiple: true },
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
    const page = address(values, 'page') ?? null;
    const order = text(values, 'order');
    if (url === undefined && (page !== null || order !== undefined)) {
      throw new UsageError('doctor: --page and --order look at an installation: give its --url too.');
    }
    const headers = headersOf(values);
    const target = gatewayAddress(input, io, url === undefined);
    const file = text(values, 'profile');
    const profile = file === undefined ? defaultProfile : await loadProfile(file, io.cwd);
    const gateway = target === null ? null : openGateway(input, io, target, profile, timeoutMs);

    const findings: NamedFinding[] = [];
    const report = reportTo(findings, io);
    const ask = createAsk(io, timeoutMs);
    const failed = new Set<string>();
    if (gateway !== null && target !== null) {
      const check = 'state' in gateway ? withheld(gateway) : credentials(gateway, randomUUID());
      await runChecks([reachable(target.baseUrl, ask, io), check], failed, io, report);
      if ('close' in gateway) gateway.close();
    }
    if (url !== undefined) {
      const installation: Installation = {
        url: url.replace(/\/+$/, ''),
        page,
        headers,
        gatewayOrigin: target === null ? null : new URL(target.baseUrl).origin,
        known: new Set(findings.flatMap((each) => ('code' in each ? [each.code] : []))),
        signatureHeader: await signatureHeader(profile),
        ...(order === undefined ? {} : { order: orderOf(order) }),
      };
      await checkInstallation(installation, ask, failed, io, report);
    }
    const ok = failed.size === 0;
    const points = describeProfile(profile);
    const lines = flag(values, 'points')
      ? ['', 'Profile', ...describePoints(points)]
      : describeChanges(points);
    for (const line of ['', summary(findings), ...lines]) io.out(line);
    io.result({ ok, findings, profile: points });
    return ok ? 0 : 1;
  },
};

/** @throws UsageError for a line that is no header. */
function headersOf({ header }: Input['values']): Record<string, string> {
  const headers: Record<string, string> = {};
  for (const line of Array.isArray(header) ? header : []) {
    const [, name, value] = /^([\w-]+):\s*(.*)$/.exec(String(line)) ?? [];
    if (name === undefined || value === undefined) {
      throw new UsageError(`--header: expected a line such as "cookie: sid=1", got "${line}".`);
    }
    headers[name.toLowerCase()] = value;
  }
  return headers;
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
