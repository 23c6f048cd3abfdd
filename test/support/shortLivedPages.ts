import { defaultProfile } from '../../src/protocol/gateway/defaultProfile.ts';
import type { GatewayProfile } from '../../src/protocol/gateway/profile.ts';

export interface ShortLivedPages {
  profile: GatewayProfile;
  /** From now on a new page lives as long as usual: what comes after a death is not in a hurry. */
  spare(): void;
}

/** A gateway whose hosted pages live for a few ms. */
export function shortLivedPages(lifetimeMs: number): ShortLivedPages {
  const { redirect } = defaultProfile;
  let isSpared = false;
  return {
    profile: {
      ...defaultProfile,
      redirect: {
        ...redirect,
        get lifetimeMs() {
          return isSpared ? redirect.lifetimeMs : lifetimeMs;
        },
      },
    },
    spare() {
      isSpared = true;
    },
  };
}
