import { isWebUrl } from '../../protocol/gateway/isWebUrl.ts';
import { addressKind } from './addressKind.ts';

/** Where notifications may go (T34). */
export interface TargetRules {
  /** Whether a host that is not loopback may be notified. It must then resolve to a public address. */
  allowTarget: (url: URL) => boolean;
  /** Whether such a host may also resolve to a private address, as between containers. Never to a reserved one. */
  allowPrivateTargets: boolean;
}

/** The target is outside of what this sandbox may reach. */
export class TargetError extends Error {
  override readonly name = 'TargetError';
}

/** What a name stands for before it is resolved: the host's own machine, or somewhere that the operator has to allow. */
export function checkTarget(url: URL, rules: TargetRules): { loopback: boolean } {
  if (!isWebUrl(url.href)) {
    throw new TargetError(`Notifications go to http and https only, not to "${url.protocol}".`);
  }
  const loopback = isLoopbackName(url.hostname);
  if (!loopback && !rules.allowTarget(url)) {
    throw new TargetError(
      `Notifications to "${url.hostname}" are not allowed: by default they go to loopback only. Allow the host with "allowTarget".`,
    );
  }
  return { loopback };
}

/** Whether the connection may go to this address: asked for the very address that is then connected to. */
export function checkAddress(address: string, host: string, loopback: boolean, rules: TargetRules): void {
  const kind = addressKind(address);
  const allowed = loopback
    ? kind === 'loopback'
    : kind === 'public' || (kind === 'private' && rules.allowPrivateTargets);
  if (!allowed)
    throw new TargetError(`"${host}" leads to a ${kind} address, which notifications may not reach.`);
}

export function isLoopbackName(hostname: string): boolean {
  const name = hostname.toLowerCase().replace(/\.$/, '');
  if (name === 'localhost' || name.endsWith('.localhost')) return true;
  const address = name.startsWith('[') ? name.slice(1, -1) : name;
  return /^[\d.]+$|:/.test(address) && addressKind(address) === 'loopback';
}
