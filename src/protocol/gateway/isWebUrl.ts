/**
 * Whether a text is an absolute http(s) address. The one check for what a browser or a request is sent to: never
 * `javascript:` and its like (T14, T17).
 */
export function isWebUrl(text: unknown): text is string {
  return typeof text === 'string' && /^https?:\/\//i.test(text) && URL.canParse(text);
}
