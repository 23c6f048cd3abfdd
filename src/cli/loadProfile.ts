import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { defineProfile } from '../protocol/gateway/defineProfile.ts';
import type { GatewayProfile } from '../protocol/gateway/profile.ts';
import { CommandError } from './command.ts';

/**
 * A profile from a module: its export `profile`, or its default export; whole, or only what differs from the default.
 * @throws CommandError when there is no such file, no such export, or the profile is refused.
 */
export async function loadProfile(path: string, cwd: string): Promise<GatewayProfile> {
  let module: Record<string, unknown>;
  try {
    module = await import(/* @vite-ignore */ pathToFileURL(resolve(cwd, path)).href);
  } catch (error) {
    throw new CommandError(`The profile "${path}" cannot be loaded: ${(error as Error).message}`);
  }
  const profile = module.profile ?? module.default;
  if (typeof profile !== 'object' || profile === null) {
    throw new CommandError(
      `"${path}" exports no profile: expected an object as "profile" or as the default export.`,
    );
  }
  try {
    return defineProfile(profile);
  } catch (error) {
    throw new CommandError(`The profile "${path}" is refused: ${(error as Error).message}`);
  }
}
