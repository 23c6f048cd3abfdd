/*
 * The pages of the site that do not lie in `demo/docs`: the API reference, and copies of what lies beside the
 * sources it tells of. Part of `npm run docs`.
 */
import { copyFileSync, existsSync, mkdirSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { GENERATED, inRepository, pagesOf, placeOf, readGroups } from '../pages.ts';
import { writeApi } from './writeApi.ts';

const folder = inRepository(GENERATED);
rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
await writeApi(folder);
for (const page of pagesOf(readGroups())) {
  const place = inRepository(placeOf(page));
  if (existsSync(place)) continue;
  mkdirSync(dirname(place), { recursive: true });
  copyFileSync(inRepository(page.file), place);
}
