import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { whereToRead } from '../../help/docsUrl.ts';
import { atMostWords, type Command, CommandError, flag, type Input, text } from '../command.ts';
import type { Io } from '../io.ts';
import { packageFolder } from '../packageFolder.ts';
import { cdnAddress } from '../tag/cdnAddress.ts';
import { readOrigins } from '../tag/readOrigins.ts';
import { scriptTag } from '../tag/scriptTag.ts';

const FILE = 'hpp-checkout.js';
const STATIC_SRC = `/hpp-checkout/${FILE}`;

/** Prints the script tag of the installed version. */
export const tag: Command = {
  name: 'tag',
  summary: 'Print the script tag of the Pay button, with version and integrity',
  help: `Usage: hpp-checkout tag [options]

  hpp-checkout tag --origins https://gateway.example
                                 For the files of node_modules/hpp-checkout/dist, served by your own server
                                 under /hpp-checkout
  hpp-checkout tag --origins https://gateway.example --cdn jsdelivr
                                 For a CDN that has every npm package, with version and integrity

Options
  --origins <origin>   Where the hosted page lies: only such pages open, and the browser connects early. May be repeated,
                       or several with commas. Default: the origin of $HPP_BASE_URL
  --cdn <name|url>     jsdelivr, unpkg, or the address of a folder that holds the files of dist
  --integrity          Without --cdn too: then the tag has to be renewed with each update of the package`,
  json: '{ tag, src, version, integrity, origins }; integrity is null where the tag has none',
  options: {
    origins: { type: 'string', multiple: true },
    cdn: { type: 'string' },
    integrity: { type: 'boolean' },
  },
  async run(input, io) {
    atMostWords('tag', input, 0);
    const { version, integrity: hash } = readIntegrity();
    const cdn = text(input.values, 'cdn');
    const src = cdn === undefined ? STATIC_SRC : cdnAddress(cdn, version, FILE);
    // A file of one's own server changes with every update, and a tag with the old hash would block it.
    const integrity = cdn === undefined && !flag(input.values, 'integrity') ? null : hash;
    const origins = originsOf(input, io);
    const html = scriptTag({ src, integrity, isElsewhere: cdn !== undefined, origins });
    io.out(html);
    if (cdn === undefined) {
      io.err(`\nServe node_modules/hpp-checkout/dist as /hpp-checkout: ${whereToRead('script-file')}`);
    }
    if (origins.length === 0) {
      io.err(
        '\nWithout --origins any https page may be opened, and the first click is slower. Name the gateway.',
      );
    }
    io.result({ tag: html, src, version, integrity, origins });
    return 0;
  },
};

function readIntegrity(): { version: string; integrity: string } {
  const file = join(packageFolder(), 'dist/integrity.json');
  let json: { version: string; integrity: Record<string, string> };
  try {
    json = JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    throw new CommandError(`There is no ${file}. Install the package anew, or build it: npm run build.`);
  }
  return { version: json.version, integrity: json.integrity[FILE] ?? '' };
}

function originsOf({ values }: Input, { env }: Io): readonly string[] {
  const given = values.origins as readonly string[] | undefined;
  if (given !== undefined) return readOrigins('--origins', given);
  return env.HPP_BASE_URL === undefined ? [] : readOrigins('HPP_BASE_URL', [env.HPP_BASE_URL]);
}
