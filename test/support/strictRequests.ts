/*
 * HTTP/1.1 requests as RFC 9112 frames them. Written from the RFC, and sharing nothing with Node's own parser, which is
 * what our client is built on.
 */

/** One request as it stood on the wire. */
export interface FramedRequest {
  method: string;
  /** `/path?query`, or the whole address behind a proxy. */
  target: string;
  headers: [name: string, value: string][];
  body: Buffer;
  /** How the body's end was told. `none`: no body. */
  framing: 'none' | 'length' | 'chunked';
}

/** Bytes that are no request: answered 400, and the connection is closed (section 2.2, 6.3). */
export class FramingError extends Error {
  override readonly name = 'FramingError';
}

const TOKEN = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;
const LARGEST = 1_048_576;

/**
 * Takes the first request off a connection's bytes. `null`: more bytes are needed.
 *
 * 1. A request line of three parts, one space between them (3); lines end in CRLF (2.2).
 * 2. No space before a header's colon (5.1), no folded lines (5.2), exactly one `Host` (3.2).
 * 3. `Transfer-Encoding` together with `Content-Length` is refused (6.1), as is a last coding that is not `chunked`, and a
 *    length that is no number or differs from another (6.3).
 * 4. With neither of them the request has no body, whatever its method: the next byte begins the next request (6.3, rule 7).
 */
export function takeRequest(bytes: Buffer): { request: FramedRequest; rest: Buffer } | null {
  let at = 0;
  while (bytes[at] === 13 && bytes[at + 1] === 10) at += 2; // empty lines before a request may be skipped (2.2)
  const end = bytes.indexOf('\r\n\r\n', at);
  if (end === -1) {
    // What does not begin like a request is refused at once, so that no test waits for its end.
    const line = bytes.subarray(at, at + 20).toString('latin1');
    if (line !== '' && !/^[!#$%&'*+.^_`|~0-9A-Za-z-]+( |$)/.test(line)) {
      throw new FramingError('The request line does not begin with a method.');
    }
    if (bytes.length > LARGEST) throw new FramingError('The header section has no end.');
    return null;
  }
  const [requestLine = '', ...lines] = bytes.subarray(at, end).toString('latin1').split('\r\n');
  const [method = '', target = '', version, ...more] = requestLine.split(' ');
  if (!TOKEN.test(method) || target === '' || version !== 'HTTP/1.1' || more.length > 0) {
    throw new FramingError('The first line is no request line.');
  }
  const headers = lines.map(headerOf);
  const valuesOf = (name: string) =>
    headers.filter(([other]) => other.toLowerCase() === name).map(([, value]) => value);
  if (valuesOf('host').length !== 1) throw new FramingError('There is not exactly one Host.');

  const codings = valuesOf('transfer-encoding');
  const lengths = valuesOf('content-length');
  const start = end + 4;
  if (codings.length > 0) {
    if (lengths.length > 0) throw new FramingError('Both Transfer-Encoding and Content-Length.');
    if (codings.join(',').toLowerCase().trim() !== 'chunked') throw new FramingError('An unknown coding.');
    const chunks = takeChunks(bytes, start);
    if (chunks === null) return null;
    return {
      request: { method, target, headers, body: chunks.body, framing: 'chunked' },
      rest: bytes.subarray(chunks.end),
    };
  }
  const length = lengthOf(lengths);
  if (length === null) {
    return {
      request: { method, target, headers, body: Buffer.alloc(0), framing: 'none' },
      rest: bytes.subarray(start),
    };
  }
  if (bytes.length < start + length) return null;
  return {
    request: { method, target, headers, body: bytes.subarray(start, start + length), framing: 'length' },
    rest: bytes.subarray(start + length),
  };
}

function headerOf(line: string): [string, string] {
  const colon = line.indexOf(':');
  const name = line.slice(0, colon);
  const value = line.slice(colon + 1).replace(/^[ \t]+|[ \t]+$/g, '');
  // biome-ignore lint/suspicious/noControlCharactersInRegex: a bare CR, LF or NUL in a value is what is refused (5.5)
  if (colon < 1 || !TOKEN.test(name) || /[\r\n\u0000]/.test(value)) {
    throw new FramingError('A header line that is none.');
  }
  return [name, value];
}

function lengthOf(values: readonly string[]): number | null {
  const [first] = values;
  if (first === undefined) return null;
  if (values.some((value) => value !== first) || !/^\d{1,9}$/.test(first)) {
    throw new FramingError('A Content-Length that is no length.');
  }
  return Number(first);
}

function takeChunks(bytes: Buffer, start: number): { body: Buffer; end: number } | null {
  const chunks: Buffer[] = [];
  for (let at = start; ; ) {
    const lineEnd = bytes.indexOf('\r\n', at);
    if (lineEnd === -1) return null;
    const size = bytes.subarray(at, lineEnd).toString('latin1').split(';')[0] ?? '';
    if (!/^[0-9a-f]{1,6}$/i.test(size)) throw new FramingError('A chunk without a size.');
    const length = Number.parseInt(size, 16);
    const from = lineEnd + 2;
    if (bytes.length < from + length + 2) return null;
    if (bytes.subarray(from + length, from + length + 2).toString('latin1') !== '\r\n') {
      throw new FramingError('A chunk that does not end where its size says.'); // a trailer too: nobody needs one here
    }
    if (length === 0) return { body: Buffer.concat(chunks), end: from + 2 };
    chunks.push(bytes.subarray(from, from + length));
    at = from + length + 2;
  }
}
