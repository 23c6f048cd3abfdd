import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import manifest from '../../package.json' with { type: 'json' };
import { root } from './runtimes/scratchProject.ts';

const tag = (...words: string[]) =>
  execFileSync(process.execPath, [join(root, 'dist/cli.js'), 'tag', ...words], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
    env: { PATH: process.env.PATH },
  });
const hash = createHash('sha256')
  .update(readFileSync(join(root, 'dist/hpp-checkout.js')))
  .digest('base64');

describe('npx hpp-checkout tag, as built', () => {
  it('prints the tag of a CDN with the version and the hash of the very file', () => {
    expect(tag('--cdn', 'jsdelivr', '--origins', 'https://gateway.example')).toBe(
      `<script async src="https://cdn.jsdelivr.net/npm/hpp-checkout@${manifest.version}/dist/hpp-checkout.js"
        integrity="sha256-${hash}" crossorigin="anonymous"
        data-gateway-origins="https://gateway.example" data-warm="connect"></${'script>'}
`,
    );
  });

  it('prints the tag of one\u2019s own server without a hash, which an update would make wrong', () => {
    expect(tag('--origins', 'http://127.0.0.1:4010')).toBe(
      `<script async src="/hpp-checkout/hpp-checkout.js"
        data-gateway-origins="http://127.0.0.1:4010" data-warm="connect"></${'script>'}
`,
    );
  });

  it('gives the same to a program', () => {
    expect(JSON.parse(tag('--json', '--cdn', 'unpkg'))).toMatchObject({
      src: `https://unpkg.com/hpp-checkout@${manifest.version}/dist/hpp-checkout.js`,
      version: manifest.version,
      integrity: `sha256-${hash}`,
      origins: [],
    });
  });
});
