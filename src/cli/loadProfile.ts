import { defineProfile } from '../protocol/gateway/defineProfile.ts';
import type { GatewayProfile } from '../protocol/gateway/profile.ts';
import { CommandError } from './command.ts';
import { loadModule } from './loadModule.ts';

/**
 * A profile from a module: its export `profile`, or its default export; whole, or only what differs from the default.
 * @throws CommandError when there is no such file, no such export, or the profile is refused.
 */
export async function loadProfile(path: string, cwd: string): Promise<GatewayProfile> {
  const module = await loadModule(path, cwd);
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
