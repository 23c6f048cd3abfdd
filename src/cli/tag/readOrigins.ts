import { isLoopbackName } from '../../sandbox/notify/target.ts';
import { UsageError } from '../command.ts';

/**
 * The origins in what was typed: one or more to a word, with commas or spaces between them; a path is left out.
 * @throws UsageError for what the button would not connect to: another scheme, or http to another machine.
 */
export function readOrigins(option: string, typed: readonly string[]): readonly string[] {
  const origins = typed
    .flatMap((word) => word.split(/[\s,]+/))
    .filter((word) => word !== '')
    .map((word) => {
      const url = URL.canParse(word) ? new URL(word) : null;
      if (url?.protocol === 'https:') return url.origin;
      if (url?.protocol === 'http:' && isLoopbackName(url.hostname)) return url.origin;
      throw new UsageError(
        `${option}: expected the origin of a gateway such as https://gateway.example (http on this machine only), got "${word}".`,
      );
    });
  return [...new Set(origins)];
}
