import { watch as watchFolder } from 'node:fs';
import { sep } from 'node:path';

/** An editor that saves writes several times. */
const QUIET_MS = 100;

/**
 * Calls when files below the folders have changed and nothing has changed for a moment. Hidden folders do not count: what is
 * built and kept lies there.
 *
 * @returns how to stop.
 */
export function watch(folders: readonly string[], changed: () => void): () => void {
  let timer: NodeJS.Timeout | undefined;
  const watchers = folders.map((folder) =>
    watchFolder(folder, { recursive: true }, (_event, file) => {
      if (file === null || file.split(sep).some((part) => part.startsWith('.'))) return;
      clearTimeout(timer);
      timer = setTimeout(changed, QUIET_MS);
    }),
  );
  return () => {
    clearTimeout(timer);
    for (const watcher of watchers) watcher.close();
  };
}
