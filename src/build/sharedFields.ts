/**
 * Fields of what the script tag's files hand each other (`src/widget/bundles.ts`, `src/view/shell.ts`), which no page sees. Each
 * file is minified by itself, and would keep these names: here each gets its one letter, the same in every file. The order is that
 * which compresses best in the button's file; a new one comes last.
 */
const SHARED_FIELDS = [
  'clickedAt',
  'closeButton',
  'element',
  'emit',
  'isHidden',
  'loadFile',
  'frameLoaded',
  'reopen',
  'reply',
  'frameMessage',
  'sentAt',
  'takeWarm',
  'trace',
  'waitingFor',
  'wall',
  'warmedFor',
  'frameBlocked',
  'monotonic',
  'request',
];

const letter = (index: number) => String.fromCharCode('a'.charCodeAt(0) + index);

/** As terser takes them (https://terser.org/docs/options/#mangle-properties-options). */
export const sharedFields = {
  pattern: new RegExp(`^(${SHARED_FIELDS.join('|')})$`),
  names: Object.fromEntries(SHARED_FIELDS.map((name, index) => [`$${name}`, letter(index)])),
};
