import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import manifest from '../../package.json' with { type: 'json' };

const dist = fileURLToPath(new URL('../../dist', import.meta.url));
const read = (file: string) => readFileSync(join(dist, file));
const hash = (algorithm: string, file: string) => createHash(algorithm).update(read(file));
const { version, integrity } = JSON.parse(String(read('integrity.json')));

describe('the files of the script tag', () => {
  const scripts = readdirSync(dist).filter((file) => /^hpp-checkout.*\.js$/.test(file));
  const [second = ''] = scripts.filter((file) => file.includes('.dialog.'));

  it('are two, and integrity.json has the hash of each', () => {
    expect(scripts).toHaveLength(2);
    expect(version).toBe(manifest.version);
    expect(Object.keys(integrity).sort()).toEqual([...scripts].sort());
    for (const file of scripts) {
      const [, algorithm = ''] = /^(sha256|sha384|sha512)-/.exec(integrity[file]) ?? [];
      expect(integrity[file]).toBe(`${algorithm}-${hash(algorithm, file).digest('base64')}`);
    }
  });

  it('the second is named by its content, and the first knows its hash', () => {
    expect(second).toBe(`hpp-checkout.dialog.${hash('sha256', second).digest('hex').slice(0, 12)}.js`);
    const first = String(read('hpp-checkout.js'));
    expect(first).toContain(second);
    expect(first).toContain(integrity[second]);
  });

  it('the contract for other backends lies beside them', () => {
    expect(JSON.parse(String(read('checkout.openapi.json'))).openapi).toBe('3.1.0');
  });
});
