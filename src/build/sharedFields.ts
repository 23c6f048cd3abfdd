/**
 * Fields of what the script tag's files hand each other (`src/widget/bundles.ts`, `src/view/shell.ts`), which no page sees. Each
 * file is minified by itself, and would keep these names: here each gets its one letter, the same in every file.
 */
const SHARED_FIELDS = [
  'clickedAt',
  'closeButton',
  'element',
  'emit',
  'isHidden',
  'loadFile',
  'monotonic',
  'reopen',
  'reply',
  'request',
  'sentAt',
  'takeWarm',
  'trace',
  'waitingFor',
  'wall',
  'warmedFor',
  // Last, so that the letters of those above stay what compresses best in the button's file.
  'frameBlocked',
  'frameLoaded',
  'frameMessage',
];

const letter = (index: number) => String.fromCharCode('A'.charCodeAt(0) + index);

/** As terser takes them (https://terser.org/docs/options/#mangle-properties-options). */
export const sharedFields = {
  pattern: new RegExp(`^(${SHARED_FIELDS.join('|')})$`),
  names: Object.fromEntries(SHARED_FIELDS.map((name, index) => [`$${name}`, letter(index)])),
};
