/** The npm entries for browsers: file in `dist` and its source. */
export const BROWSER_ENTRIES = {
  index: 'src/widget/index.ts',
  element: 'src/widget/element.ts',
  react: 'src/widget/react.ts',
  return: 'src/return/index.ts',
};

/** The npm entries for servers. */
export const SERVER_ENTRIES = {
  gateway: 'src/gateway/index.ts',
  server: 'src/merchant/index.ts',
  node: 'src/merchant/node.ts',
  sqlite: 'src/merchant/store/sqlite.ts',
  postgres: 'src/merchant/store/postgres.ts',
  mysql: 'src/merchant/store/mysql.ts',
  sandbox: 'src/sandbox/index.ts',
};

/** What a shop's tests import. Built by itself, so that it shares no file with what the shop ships, and runs in Node and in a browser. */
export const TESTING_ENTRIES = {
  testing: 'src/testing/index.ts',
};

/** `<hpp-checkout>` in the typings of each framework, for those who name them in their tsconfig.json. No code. */
export const FRAMEWORK_TYPES: readonly string[] = ['react', 'preact', 'vue', 'svelte'];
