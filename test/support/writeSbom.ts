/*
 * `npm run release:sbom`: writes `sbom.cdx.json`.
 */
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { makeSbom } from './makeSbom.ts';

writeFileSync(fileURLToPath(new URL('../../sbom.cdx.json', import.meta.url)), makeSbom());
