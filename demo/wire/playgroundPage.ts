import type { Settings } from '../settings/settings.ts';

/** What the server tells the control room's page. */
export interface RoomFacts {
  settings: Settings;
  merchantOrigin: string;
  gatewayOrigin: string;
}
