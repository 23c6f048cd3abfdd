import { type FrameRight, readFrameAllow } from '../../../protocol/page/frameAllow.ts';

/** What the page's script tag, links and elements say of the frame's rights (`frameAllow`), in order. */
export function frameRightsIn(html: string): FrameRight[] {
  const said = html.matchAll(/\s(?:data-)?frame-allow\s*=\s*(?:"([^"]*)"|'([^']*)')/gi);
  return [...said].flatMap(([, double, single]) => {
    const text = (double ?? single ?? '').replaceAll(/&(#39|apos);/g, "'");
    return readFrameAllow(text).rights;
  });
}
