import { randomUUID } from 'node:crypto';
import { createGateway } from '../../gateway/createGateway.ts';
import { ConfigurationError } from '../../gateway/errors/setupErrors.ts';
import { defaultProfile } from '../../protocol/gateway/defaultProfile.ts';
import { describeProfile } from '../../protocol/gateway/describeProfile.ts';
import { type Command, flag, text, UsageError, whole } from '../command.ts';
import { credentials } from '../doctor/credentials.ts';
import { reachable } from '../doctor/reachable.ts';
import { runChecks } from '../doctor/runChecks.ts';
import { loadProfile } from '../loadProfile.ts';
import { describeChanges, describePoints } from '../profileText.ts';

/** Checks a gateway from here: address, credentials, signature; prints the profile. */
export const doctor: Command = {
  name: 'doctor',
  summary: 'Check a gateway: address, credentials, signature, profile',
  help: `Usage: hpp-checkout doctor [options]

Asks a gateway (or a sandbox) what a shop would, without creating anything. Exit code 1 when a check fails.

Options
  --url <address>      The gateway. Default: $HPP_BASE_URL, else http://127.0.0.1:4010
  --client-id, --client-secret, --signature-secret
                       Default: $HPP_CLIENT_ID, $HPP_CLIENT_SECRET, $HPP_SIGNATURE_SECRET, else those of a sandbox.
                       Prefer the variables: what stands in a command line, others on the machine can read
  --profile <file>     A module whose export "profile" (or default) is the gateway's profile
  --timeout <ms>       For each request. Default 10000
  --points             Print every point that the interface document leaves open, not only those that differ`,
  options: {
    url: { type: 'string' },
    'client-id': { type: 'string' },
    'client-secret': { type: 'string' },
    'signature-secret': { type: 'string' },
    profile: { type: 'string' },
    timeout: { type: 'string' },
    points: { type: 'boolean' },
  },
  async run({ values, positionals }, io) {
    if (positionals.length > 0) throw new UsageError(`doctor: expected no "${positionals[0]}".`);
    const baseUrl = text(values, 'url') ?? io.env.HPP_BASE_URL ?? 'http://127.0.0.1:4010';
    const timeoutMs = whole(values, 'timeout', 1, 600_000) ?? 10_000;
    const file = text(values, 'profile');
    const profile = file === undefined ? defaultProfile : await loadProfile(file, io.cwd);
    const gateway = open({
      baseUrl,
      clientId: text(values, 'client-id') ?? io.env.HPP_CLIENT_ID ?? 'sandbox',
      clientSecret: text(values, 'client-secret') ?? io.env.HPP_CLIENT_SECRET ?? 'sandbox-secret',
      signatureSecret:
        text(values, 'signature-secret') ?? io.env.HPP_SIGNATURE_SECRET ?? 'sandbox-signature-secret',
      test: true,
      profile,
      timeoutMs,
      deadlineMs: timeoutMs * 2,
    });
    try {
      const well = await runChecks(
        [reachable(baseUrl, timeoutMs, io), credentials(gateway, randomUUID())],
        io,
      );
      const points = describeProfile(profile);
      const lines = flag(values, 'points')
        ? ['', 'Profile', ...describePoints(points)]
        : describeChanges(points);
      for (const line of lines) io.out(line);
      return well ? 0 : 1;
    } finally {
      gateway.close();
    }
  },
};

function open(options: Parameters<typeof createGateway>[0]): ReturnType<typeof createGateway> {
  try {
    return createGateway(options);
  } catch (error) {
    if (error instanceof ConfigurationError) throw new UsageError(error.message);
    throw error;
  }
}
