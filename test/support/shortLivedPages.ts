import { defaultProfile } from '../../src/protocol/gateway/defaultProfile.ts';
import type { GatewayProfile } from '../../src/protocol/gateway/profile.ts';

/**
 * The life, in ms, of a hosted page that a customer uses and that then dies: one that dies unused is replaced without a word, and
 * a machine under load may take seconds to load it.
 */
export const USED_PAGE_LIFE_MS = 10_000;

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
