import { sameName } from '../../protocol/gateway/fieldNames.ts';
import type { GatewayProfile } from '../../protocol/gateway/profile.ts';

/** The gateway's error text, and the code in it where the profile finds one (N20). */
export function readErrorText(
  json: Record<string, unknown> | null,
  profile: Pick<GatewayProfile, 'wire' | 'errors'>,
): { errorMessage: string | null; gatewayCode: string | null } {
  const none = { errorMessage: null, gatewayCode: null };
  if (json === null) return none;
  const { readCase } = profile.wire;
  const name = Object.keys(json).find((key) =>
    readCase === 'exact' ? /^[eE]rrorMessage$/.test(key) : sameName(key, 'errorMessage'),
  );
  const text = name === undefined ? null : json[name];
  if (typeof text !== 'string' || text === '') return none;
  return { errorMessage: text, gatewayCode: profile.errors.parseCode(text) };
}
