import { isBuiltin } from 'node:module';
import { atMostWords, type Command, flag, text } from '../command.ts';
import { detectFramework, FRAMEWORKS } from '../init/detect.ts';
import { initProject } from '../init/initProject.ts';
import { readProject } from '../init/project.ts';

/** Writes the files that a shop needs for its first paid order. */
export const init: Command = {
  name: 'init',
  summary: 'Write the files for a first paid order into this project',
  help: `Usage: hpp-checkout init [options]

Finds the framework in package.json and writes the two or three files that it needs: the handler, where it is mounted, and a
page with a Pay button; and .env with the sandbox's credentials. A file that is there already is never replaced without a
question. It may be run again at any time.

Options
  --framework <name>  ${FRAMEWORKS.join(', ')}. Default: what package.json shows
  --dry-run           Print what would be written, and write nothing
  --force             Replace files that are there and differ`,
  json: "{ framework, isDryRun, files: [{ path, state: 'new' | 'same' | 'added' | 'replaced' | 'kept' }], install, start, address }",
  options: {
    framework: { type: 'string' },
    'dry-run': { type: 'boolean' },
    force: { type: 'boolean' },
  },
  async run(input, io) {
    atMostWords('init', input, 0);
    const project = readProject(io.cwd, isBuiltin('node:sqlite'));
    const detection = detectFramework(project, text(input.values, 'framework'));
    await initProject(project, detection, io, {
      isDryRun: flag(input.values, 'dry-run'),
      isForced: flag(input.values, 'force'),
    });
    return 0;
  },
};
