import { createGateway, type Gateway } from '../../../gateway/createGateway.ts';
import { ConfigurationError } from '../../../gateway/errors/setupErrors.ts';
import type { GatewayProfile } from '../../../protocol/gateway/profile.ts';
import { flag, type Input, text, UsageError } from '../../command.ts';
import type { Io } from '../../io.ts';
import type { Finding } from '../check.ts';
import { type Credentials, credentialsToSend, type GatewayAddress } from './credentialsToSend.ts';

/** Where a sandbox listens unless it is told otherwise. */
export const SANDBOX = 'http://127.0.0.1:4010';

/** Named, or the guess that a sandbox runs here; `null` where only an installation is looked at. */
export function gatewayAddress({ values }: Input, io: Io, mayGuess: boolean): GatewayAddress | null {
  const named = text(values, 'gateway') ?? io.env.HPP_BASE_URL;
  if (named !== undefined) return { baseUrl: named, isNamed: true };
  return mayGuess ? { baseUrl: io.env.HPP_SANDBOX_URL ?? SANDBOX, isNamed: false } : null;
}

/** A client of the gateway, or why it gets no credentials. @throws UsageError for an address that is none. */
export function openGateway(
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
