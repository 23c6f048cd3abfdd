import { watch as watchFolder } from 'node:fs';
import { sep } from 'node:path';

/** An editor writes several times when it saves. */
const DEBOUNCE_MS = 100;

/**
 * Calls `changed` after a change of files below the folders, debounced. Hidden folders are ignored: the built files and the
 * data are there.
 *
 * @returns stops watching.
 */
export function watch(folders: readonly string[], changed: () => void): () => void {
  let timer: NodeJS.Timeout | undefined;
  const watchers = folders.map((folder) =>
    watchFolder(folder, { recursive: true }, (_event, file) => {
      if (file === null || file.split(sep).some((part) => part.startsWith('.'))) return;
      clearTimeout(timer);
      timer = setTimeout(changed, DEBOUNCE_MS);
    }),
  );
  return () => {
    clearTimeout(timer);
    for (const watcher of watchers) watcher.close();
  };
}
