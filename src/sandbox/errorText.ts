import type { ErrorCode, GatewayProfile } from '../protocol/gateway/profile.ts';

/** `CODE: text`, as `errorMessage` carries it (N20); the catalogue's text unless a closer one is given. */
export function errorText(profile: Pick<GatewayProfile, 'errors'>, code: ErrorCode, text?: string): string {
  return `${code}: ${text ?? profile.errors.catalogue[code]}`;
}
