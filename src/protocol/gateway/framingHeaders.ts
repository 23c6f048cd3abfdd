/*
 * Headers that say where a request ends and what becomes of its connection. The transport alone sets them: with one from
 * elsewhere two ends may disagree on where the next request begins (RFC 9112, 11.2).
 */
const FRAMING_HEADERS = new Set([
  'connection',
  'content-length',
  'expect',
  'keep-alive',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

export function isFramingHeader(name: string): boolean {
  return FRAMING_HEADERS.has(name.toLowerCase());
}
