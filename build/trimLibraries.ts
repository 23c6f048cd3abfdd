import { type Plugin, parseAst } from 'vite';

/*
 * The dialog draws function components in a browser and reads plain signals. What Preact and signals-core carry for
 * everything else is a tenth of what a customer loads, and no bundler can know that it is never used. So their code is
 * told, before it is minified:
 *
 * - properties that nobody sets read as `undefined`: lifecycle methods of classes, Suspense, hydration, portals, plugins' hooks;
 * - methods that nobody calls are not there: `setState`, computed signals.
 *
 * A name that is not found fails the build: the library has changed, and this list with it.
 */

/** Read in Preact, never set by us or by Preact itself. */
const NEVER_SET =
  'getDerivedStateFromProps componentWillReceiveProps shouldComponentUpdate componentWillUpdate componentDidUpdate ' +
  'componentWillMount componentDidMount componentWillUnmount getChildContext getSnapshotBeforeUpdate ' +
  'componentDidCatch getDerivedStateFromError contextType ' +
  'defaultValue debounceRendering moveBefore is then __z unmount diffed vnode event __r __m __P';

/** Files, by the end of their address, and what is taken out of them. */
const TRIMS: { file: RegExp; neverSet: string[]; neverCalled: RegExp[] }[] = [
  {
    file: /preact\/dist\/preact\.mjs$/,
    neverSet: NEVER_SET.split(' '),
    neverCalled: [/^(\w+)\.prototype\.setState$/, /^(\w+)\.prototype\.forceUpdate$/],
  },
  {
    file: /signals-core\/dist\/signals-core\.module\.js$/,
    // Signals with something to do when they are first and last read.
    neverSet: ['watched', 'unwatched', 'W', 'Z'],
    neverCalled: [
      /^Computed\.prototype(\.\w+)?$/,
      /^Signal\.prototype\.(subscribe|valueOf|toString|toJSON|brand)$/,
      /^Effect\.prototype\.dispose$/,
    ],
  },
];

interface Node {
  type: string;
  start: number;
  end: number;
  [field: string]: unknown;
}

/** Takes out of the dialog's file what it never uses of its libraries. */
export function trimLibraries(): Plugin {
  return {
    name: 'trim-libraries',
    applyToEnvironment: ({ name }) => name === 'stageTwo',
    transform(code, id) {
      const trim = TRIMS.find(({ file }) => file.test(id));
      if (trim === undefined) return null;
      // `b` in `export { b as Computed }`: its name in this file, which is minified.
      const names = new Map([...code.matchAll(/(\w+) as (\w+)/g)].map(([, local, name]) => [local, name]));
      const found = new Set<string>();
      const cuts: { start: number; end: number; by: string }[] = [];
      const source = ({ start, end }: Node) =>
        code.slice(start, end).replace(/^\w+/, (root) => names.get(root) ?? root);
      const isNeverCalled = (target: Node) =>
        trim.neverCalled.some((pattern) => pattern.test(source(target)) && found.add(`${pattern}`));

      function visit(node: Node, isTarget = false): void {
        if (node.type === 'AssignmentExpression') {
          const left = node.left as Node;
          if (isNeverCalled(left)) {
            cuts.push({ ...node, by: '0' });
            return;
          }
          visit(left, true);
          visit(node.right as Node);
          return;
        }
        // `Object.defineProperty(X.prototype, …)`
        const [first] = (node.type === 'CallExpression' ? node.arguments : []) as Node[];
        if (first && isNeverCalled(first)) {
          cuts.push({ ...node, by: '0' });
          return;
        }
        const name =
          node.type === 'MemberExpression' && !node.computed && (node.property as { name?: string }).name;
        if (name && !isTarget && trim?.neverSet.includes(name)) {
          found.add(name);
          cuts.push({ ...node, by: '(void 0)' });
          return;
        }
        for (const child of Object.values(node)) {
          for (const one of Array.isArray(child) ? child : [child]) {
            if (typeof (one as Node | null)?.type === 'string') visit(one as Node);
          }
        }
      }
      visit(parseAst(code) as never as Node);

      const missing = [...trim.neverSet, ...trim.neverCalled.map(String)].filter((name) => !found.has(name));
      if (missing.length > 0) this.error(`${id} has changed: not found: ${missing.join(', ')}`);
      cuts.sort((a, b) => b.start - a.start);
      for (const { start, end, by } of cuts) code = code.slice(0, start) + by + code.slice(end);
      return { code, map: null };
    },
  };
}
