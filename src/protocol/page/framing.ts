import { blockingDirective, parseCsp } from './csp.ts';

/** What decides whether a page may be framed; as `Headers.get` gives them, several headers of a name joined by commas. */
export interface FramingHeaders {
  /** The enforced one: a policy that only reports refuses nothing. */
  readonly contentSecurityPolicy: string | null;
  readonly xFrameOptions: string | null;
}

export function framingHeadersOf(headers: Headers): FramingHeaders {
  return {
    contentSecurityPolicy: headers.get('content-security-policy'),
    xFrameOptions: headers.get('x-frame-options'),
  };
}

const XFO_WORDS = ['deny', 'allowall', 'sameorigin'];

/**
 * The header that keeps a page out of a frame, in few words for a person; `null` where it may be framed. Pure.
 *
 * https://html.spec.whatwg.org/multipage/document-lifecycle.html#the-x-frame-options-header and
 * https://www.w3.org/TR/CSP3/#frame-ancestors-and-frame-options
 *
 * @param embedder origin of the page that frames it.
 * @param self origin of the framed page.
 */
export function framingRefusal(
  { contentSecurityPolicy, xFrameOptions }: FramingHeaders,
  embedder: string,
  self: string,
): string | null {
  const csp = parseCsp(contentSecurityPolicy);
  // Where both are sent, browsers go by frame-ancestors.
  if (csp.some((policy) => Object.hasOwn(policy, 'frame-ancestors'))) {
    const isRefused = blockingDirective(csp, ['frame-ancestors'], embedder, self) !== null;
    return isRefused ? `Content-Security-Policy: ${sourcesOf(csp)}` : null;
  }
  const words = new Set((xFrameOptions ?? '').split(',').map((word) => word.trim().toLowerCase()));
  const isRefused =
    words.size > 1
      ? XFO_WORDS.some((word) => words.has(word))
      : words.has('deny') || (words.has('sameorigin') && embedder !== self);
  return isRefused ? `X-Frame-Options: ${brief(xFrameOptions ?? '')}` : null;
}

function sourcesOf(csp: ReturnType<typeof parseCsp>): string {
  const lists = csp.flatMap((policy) => policy['frame-ancestors']?.join(' ') ?? []);
  return brief(lists.map((list) => `frame-ancestors ${list}`.trim()).join(', '));
}

/** For a line of a log. */
function brief(text: string): string {
  return text.length > 200 ? `${text.slice(0, 200)}…` : text;
}
