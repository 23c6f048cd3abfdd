import { DEFAULT_PORT } from '../controls.ts';
import type { WantedFile } from './wantedFile.ts';

/** The sandbox's own credentials: what `hpp-checkout sandbox` takes when it is given none. */
const GATEWAY: Readonly<Record<string, string>> = {
  HPP_BASE_URL: `http://127.0.0.1:${DEFAULT_PORT}`,
  HPP_CLIENT_ID: 'sandbox',
  HPP_CLIENT_SECRET: 'sandbox-secret',
  HPP_SIGNATURE_SECRET: 'sandbox-signature-secret',
  HPP_TEST: 'true',
};

/**
 * `.env` with the sandbox's credentials and the shop's own variables. What a file has stays, and as soon as it has one of
 * the gateway's variables it gets no other: the sandbox's and somebody's own must not be mixed.
 */
export function envFile(shop: Readonly<Record<string, string>>): WantedFile {
  return {
    path: '.env',
    purpose: "the sandbox's credentials, the shop's address",
    onlyAdds: true,
    textFrom(current) {
      const known = namesIn(current ?? '');
      const isOwn = Object.keys(GATEWAY).some((name) => known.has(name));
      const blocks = [
        isOwn
          ? ''
          : block(
              'The gateway: here the sandbox (npx hpp-checkout sandbox), else what your operator gave you.',
              GATEWAY,
            ),
        block('The address under which browsers and the gateway reach the shop.', shop, known),
      ].filter((text) => text !== '');
      return [...(current === null ? [] : [current.replace(/\n*$/, '\n')]), ...blocks].join('\n');
    },
  };
}

function block(
  comment: string,
  values: Readonly<Record<string, string>>,
  known: ReadonlySet<string> = new Set(),
): string {
  const missing = Object.entries(values).filter(([name]) => !known.has(name));
  if (missing.length === 0) return '';
  return `# ${comment}\n${missing.map(([name, value]) => `${name}=${value}\n`).join('')}`;
}

/** The names that a `.env` file sets. */
function namesIn(text: string): Set<string> {
  return new Set([...text.matchAll(/^\s*(?:export\s+)?(\w+)\s*=/gm)].map(([, name = '']) => name));
}
