import type { Settings } from '../settings/settings.ts';

/** What the server writes into the control room's page for its script, as JSON in the element `#page`. */
export interface PlaygroundPageData {
  settings: Settings;
  merchantOrigin: string;
  gatewayOrigin: string;
  /** Where other machines find the shop; `null` where they cannot. */
  lanOrigin: string | null;
}
