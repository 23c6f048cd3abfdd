import { posix } from 'node:path';
import { headingId } from '../markdown/headingId.ts';

/**
 * The plugin numbers an anchor by names that have no heading of their own: it links to `#sandboxsnapshot-1` where
 * `#sandboxsnapshot` is the only one. Such links go to the heading that is there.
 *
 * @param pages Markdown by path.
 */
export function mendAnchors(pages: ReadonlyMap<string, string>): ReadonlyMap<string, string> {
  const ids = new Map([...pages].map(([path, markdown]) => [path, idsOf(markdown)]));
  return new Map(
    [...pages].map(([path, markdown]) => [
      path,
      markdown.replace(
        /\]\(([^)#\s]*)#([\w-]+?)(-\d+)\)/g,
        (link, file: string, base: string, number: string) => {
          const there = ids.get(file === '' ? path : posix.join(posix.dirname(path), file));
          return there?.has(base) && !there.has(`${base}${number}`) ? `](${file}#${base})` : link;
        },
      ),
    ]),
  );
}

/** Each heading's id, numbered where several have the same text; and the anchors that stand in the tables. */
function idsOf(markdown: string): ReadonlySet<string> {
  const ids = new Set([...markdown.matchAll(/<a id="([^"]+)">/g)].map(([, id = '']) => id));
  for (const [, title = ''] of markdown.matchAll(/^#+ (.+)$/gm)) {
    const base = headingId(title);
    let id = base;
    for (let number = 1; ids.has(id); number++) id = `${base}-${number}`;
    ids.add(id);
  }
  return ids;
}
