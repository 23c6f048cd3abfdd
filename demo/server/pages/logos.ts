import { createHash } from 'node:crypto';

/** Bytes of a logo. */
export const MAX_LOGO_BYTES = 256 * 1024;
const MAX_KEPT = 24;

export interface Logo {
  type: string;
  bytes: Uint8Array<ArrayBuffer>;
}

export interface Logos {
  /** @returns its id, or `null` for a file that is none of the kinds that we take. */
  add(bytes: Uint8Array<ArrayBuffer>): string | null;
  get(id: string): Logo | undefined;
}

/** The logos that visitors have chosen, in memory only, and the latest few. */
export function createLogos(): Logos {
  const kept = new Map<string, Logo>();
  return {
    add(bytes) {
      const type = imageType(bytes);
      if (type === null) return null;
      const id = createHash('sha256').update(bytes).digest('hex').slice(0, 16);
      kept.delete(id);
      kept.set(id, { type, bytes });
      for (const oldest of [...kept.keys()].slice(0, -MAX_KEPT)) kept.delete(oldest);
      return id;
    },
    get: (id) => kept.get(id),
  };
}

/** By the file's own first bytes, whatever it was called. */
function imageType(bytes: Uint8Array): string | null {
  const starts = (...expected: readonly number[]) => expected.every((byte, at) => bytes[at] === byte);
  if (starts(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)) return 'image/png';
  if (starts(0xff, 0xd8, 0xff)) return 'image/jpeg';
  const letters = (from: number, to: number) => String.fromCharCode(...bytes.subarray(from, to));
  if (letters(0, 4) === 'RIFF' && letters(8, 12) === 'WEBP') return 'image/webp';
  return isSvg(bytes) ? 'image/svg+xml' : null;
}

/** `<svg` after a declaration, comments and a document type. */
function isSvg(bytes: Uint8Array): boolean {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return /^\s*(?:<\?xml[^>]*>\s*)?(?:<!--[\s\S]*?-->\s*|<!doctype svg[^>[]*>\s*)*<svg[\s>]/i.test(text);
  } catch {
    return false;
  }
}
