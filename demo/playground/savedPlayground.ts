import type { Settings } from '../settings/settings.ts';
import type { Entry } from './timeline/entry.ts';

export interface KeptRoom {
  settings: Settings;
  entries: readonly Entry[];
}

const KEY = 'morrow-room';

/** For this tab, until the room is closed. */
export function keep(storage: Storage, room: KeptRoom): void {
  storage.setItem(KEY, JSON.stringify(room));
}

export function takeKept(storage: Storage): KeptRoom | null {
  return JSON.parse(storage.getItem(KEY) ?? 'null');
}

/** Whether this tab's shop stands in a control room. */
export function hasRoom(storage: Storage): boolean {
  return storage.getItem(KEY) !== null;
}

export function forgetRoom(storage: Storage): void {
  storage.removeItem(KEY);
}
