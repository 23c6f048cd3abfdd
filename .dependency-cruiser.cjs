/** The arrows between folders. Anything that no line here allows is an error, and so is a cycle. */
const allowed = [
  ['protocol/page', ['protocol/page']],
  ['protocol/gateway', ['protocol/gateway']],
  ['checkout', ['checkout', 'protocol/page']],
  ['view', ['view', 'checkout', 'protocol/page']],
  ['widget', ['widget', 'view', 'checkout', 'protocol/page']],
  ['return', ['return', 'protocol/page']],
  ['gateway', ['gateway', 'protocol/gateway']],
  // The handler's pages carry their scripts as built text (`return/page.ts?script`).
  // `view/language`: the return page speaks the dialog's languages, and finds the customer's in the same way.
  [
    'merchant',
    [
      'merchant',
      'gateway',
      'protocol/page',
      'protocol/gateway',
      'return/page.ts',
      'return/payNotice.ts',
      'view/language/allPayTexts.ts',
      'view/language/payTexts.ts',
      'view/language/texts.ts',
      'view/language/allReturnTexts.ts',
      'view/language/returnTexts.ts',
      'view/language/directionOf.ts',
      'view/language/formatPrice.ts',
      'view/language/matchLanguage.ts',
    ],
  ],
  ['sandbox', ['sandbox', 'protocol/gateway']],
  // What a shop's tests use. Of the sandbox only the test cards and, as types, what its controls show: the sandbox itself is
  // somebody else's process, or given. Of the merchant's room the store's contract, of the widget its public types.
  [
    'testing',
    [
      'testing',
      'protocol',
      'sandbox/cards/namedCards.ts',
      'sandbox/control/views.ts',
      'sandbox/paidPage.ts',
      'sandbox/faults/fault.ts',
      'merchant/store',
      // The fake checkout is the real button with a dialog that nobody sees.
      'checkout/checkoutError.ts',
      'widget/createCheckout.ts',
      'widget/deferred.ts',
      'widget/bundles.ts',
      'widget/ending.ts',
      'widget/options.ts',
    ],
  ],
  ['cli', ['cli', 'sandbox', 'gateway', 'merchant', 'protocol', 'testing']],
  // Every room may ask it for help (see below), but the two that import nothing.
  ['help', ['help']],
  // What builds the package, and does not ship: no other line names it. Of the element it writes down the names.
  ['build', ['build', 'widget/optionNames.ts', 'widget/parts.ts']],
];
/** Folders of the gateway's room, and what of the room each may not know. Its files at the top hold what all of them use. */
const gatewayRooms = [
  ['errors', '(?!errors/)'],
  ['http', '(operations|notifications|createGateway|checkOptions|options)'],
  ['notifications', '(operations|http|createGateway)'],
  ['operations', '(notifications|createGateway|http/(?!call\\.ts))'],
];
/** Folders of the stores, and what of the stores each may not know: an engine knows the store's SQL, and not the other way. */
const storeRooms = [
  ['sql(?=/)', '(memory|postgres|sqlite|mysql)'],
  ['postgres', '(memory|sqlite|mysql|sql/(?!driver|dialect|compile|write))'],
  ['mysql', '(memory|sqlite|postgres|sql/(?!driver|dialect|compile|write))'],
  ['sqlite', '(memory|postgres|mysql|sql/(?!driver|dialect|compile|write))'],
  ['memory', '(sql|postgres|sqlite|mysql)'],
];
/** Folders of the command, and what of it each may not know. Its files at the top are what all of them use, but `run`, `index` and the list of commands. */
const cliFolders = ['docs', 'doctor', 'init', 'shop', 'tag', 'verify'];
const cliRooms = [
  ['commands/', '(commands|run|index)'],
  ...cliFolders.map((name) => [
    `${name}/`,
    `(commands|run|index|(${cliFolders.filter((other) => other !== name).join('|')})/)`,
  ]),
  ['(?!run|index|commands)[^/]+$', `(commands|run|index|(${cliFolders.join('|')})/)`],
];
/** The rooms of the sandbox, from the bottom up: none reaches for one above it. The files at its top put them together. */
const sandboxRooms = [
  ['clock', []],
  ['store', []],
  ['cards', []],
  ['ledger', ['clock', 'store']],
  ['vault', ['cards', 'store']],
  ['faults', []],
  ['payment', ['cards', 'clock', 'store', 'ledger', 'vault']],
  ['notify', ['clock', 'store', 'ledger', 'faults']],
  ['hostedPage', ['cards', 'store', 'ledger', 'vault', 'payment']],
  ['page', ['cards', 'hostedPage']],
  // The pages of the banks look as the hosted page does.
  ['bank', ['cards', 'hostedPage', 'page']],
  ['api', ['cards', 'store', 'ledger', 'vault', 'faults', 'payment', 'notify']],
  ['control', ['store', 'ledger', 'vault', 'payment', 'notify']],
  ['controlRoutes', ['clock', 'ledger', 'faults', 'notify', 'control', 'sandbox.ts']],
  ['inspector', ['faults', 'api', 'control', 'controlRoutes']],
];
/** What every room of the sandbox may use. */
const sandboxBase = '^src/sandbox/(apiOperation|errorText|events|ids|visuallyHidden)\\.ts$';
/**
 * The demo's folders, each with what else of the demo it may use. The pages know of the servers what `wire` says, the
 * playground imports the shop and not the other way, and `server` puts all of them together.
 */
const demoRooms = [
  ['settings', []],
  ['wire', ['settings']],
  ['shop', ['settings', 'wire']],
  ['shop/texts', ['settings', 'wire']],
  ['shop/state', ['settings', 'wire', 'shop/texts']],
  ['shop/checkout', ['shop/state', 'shop/texts']],
  ['shop/parent', ['settings', 'wire', 'shop/checkout', 'shop/state', 'shop/texts']],
  ['shop/components', ['settings', 'wire', 'shop/state', 'shop/texts']],
  ['playground', ['settings', 'wire', 'shop']],
  ['playground/controls', []],
  ['playground/timeline', ['wire', 'shop']],
  ['playground/state', ['settings', 'wire', 'shop', 'playground/timeline']],
  [
    'playground/(brand|scenarios|score|theme|code|phone|tour)',
    ['settings', 'wire', 'playground/controls', 'playground/state'],
  ],
  ['server/merchant', ['settings', 'wire', 'server/config.ts']],
  ['server/playground', ['settings', 'wire', 'server/merchant']],
  ['server/process', ['server/config.ts', 'server/listen.ts', 'server/merchant', 'server/playground']],
  ['server/lan', ['server/forwardTo.ts', 'server/listen.ts']],
  ['server/pages', ['settings', 'wire', 'shop', 'playground', 'server/config.ts', 'server/merchant']],
  ['docs/.vitepress', []],
  ['docs/.vitepress/markdown', []],
  ['docs/.vitepress/generate', ['docs/.vitepress/pages.ts', 'docs/.vitepress/markdown']],
  ['dev', []],
];

/** The rooms of the merchant's server, from the bottom up. The files at its top put them together. */
const merchantRooms = [
  ['store', []],
  ['observe', ['store']],
  ['platform', ['store', 'observe']],
  ['record', ['store', 'observe', 'platform']],
  ['framing', ['store', 'observe', 'platform']],
  ['http', ['store', 'observe', 'platform', 'record']],
  ['shop', ['observe', 'platform']],
  ['poll', ['store', 'observe', 'platform', 'record']],
  ['settle', ['store', 'observe', 'platform', 'record', 'shop', 'poll']],
  ['orders', ['store', 'observe', 'platform', 'record', 'poll', 'settle']],
  ['session', ['store', 'observe', 'platform', 'record', 'framing', 'http', 'shop', 'poll', 'settle']],
  ['notification', ['store', 'observe', 'platform', 'record', 'http', 'shop', 'poll', 'settle']],
  ['status', ['store', 'platform', 'record', 'http', 'poll', 'settle']],
  ['page', []],
  ['return', ['store', 'observe', 'platform', 'record', 'http', 'shop', 'settle', 'status', 'page']],
  ['pay', ['store', 'observe', 'platform', 'record', 'http', 'shop', 'session', 'page']],
  ['health', ['store', 'observe', 'platform', 'http', 'poll']],
  ['shutdown', []],
];
/** What every room of the merchant's server may use but the lowest three: the options, given and checked. */
const merchantBase =
  '^src/merchant/(options|settings|addresses|appReturnUrls|placeholders|configError)\\.ts$';

const src = (folder) => `^src/${folder}${folder.endsWith('.ts') ? '$' : '/'}`;
const demo = (folder) => `^demo/${folder}${folder.endsWith('.ts') ? '$' : '/'}`;
/** The sentences of the server's pages, which no browser file may carry. */
const RETURN_TEXTS = '^src/view/language/(all(Return|Pay)Texts|(return|pay)Texts)';
const browserFolders = '^(src/(protocol|checkout|view|widget|return)|demo/(settings|wire|shop|playground))/';

module.exports = {
  forbidden: [
    ...allowed.map(([from, to]) => ({
      name: `arrows-of-${from.replace('/', '-')}`,
      severity: 'error',
      from: { path: src(from) },
      to: { path: '^src/', pathNot: [...to.map(src), '^src/(help/|ambient\\.d\\.ts$)'] },
    })),
    ...gatewayRooms.map(([from, never]) => ({
      name: `gateway-arrows-of-${from}`,
      severity: 'error',
      from: { path: `^src/gateway/${from}/` },
      to: { path: `^src/gateway/${never}` },
    })),
    ...storeRooms.map(([from, never]) => ({
      name: `store-arrows-of-${from}`,
      severity: 'error',
      from: { path: `^src/merchant/store/${from}/` },
      to: { path: `^src/merchant/store/${never}` },
    })),
    ...cliRooms.map(([from, never]) => ({
      name: `cli-arrows-of-${/^\w+/.exec(from)?.[0] ?? 'its-files'}`,
      severity: 'error',
      from: { path: `^src/cli/${from}` },
      to: { path: `^src/cli/${never}` },
    })),
    {
      // Whatever reads or writes a message uses the profile that it is given.
      name: 'protocol-takes-the-profile-it-is-given',
      severity: 'error',
      from: { path: '^src/protocol/gateway/', pathNot: '/(define|describe)Profile\\.ts$' },
      to: { path: '^src/protocol/gateway/(default|define|describe|check)Profile\\.ts$' },
    },
    ...sandboxRooms.map(([room, below]) => ({
      name: `arrows-of-sandbox-${room}`,
      severity: 'error',
      from: { path: src(`sandbox/${room}`) },
      to: {
        path: '^src/sandbox/',
        pathNot: [sandboxBase, ...[room, ...below].map((name) => src(`sandbox/${name}`))],
      },
    })),
    ...demoRooms.map(([room, others]) => ({
      name: `arrows-of-demo-${room.replace(/\W+/g, '-')}`,
      severity: 'error',
      from: { path: demo(room) },
      to: { path: '^demo/', pathNot: [room, ...others].map(demo) },
    })),
    ...merchantRooms.map(([room, below]) => ({
      name: `arrows-of-merchant-${room}`,
      severity: 'error',
      from: { path: src(`merchant/${room}`) },
      to: {
        path: '^src/merchant/',
        pathNot: [
          ...(['store', 'observe', 'platform'].includes(room) ? [] : [merchantBase]),
          ...[room, ...below].map((name) => src(`merchant/${name}`)),
        ],
      },
    })),
    {
      name: 'checkout-machine-is-pure',
      severity: 'error',
      from: { path: '^src/checkout/machine' },
      to: {
        path: '^(src/checkout|node_modules)/',
        pathNot: '^src/checkout/(machine|checkoutError\\.|instant\\.|settings\\.)',
      },
    },
    {
      name: 'checkout-effects-know-no-other',
      severity: 'error',
      from: { path: '^src/checkout/effects/' },
      to: {
        path: '^src/checkout/(effects|createCheckoutModel|reports)',
        pathNot: '^src/checkout/effects/effect\\.ts$',
      },
    },
    {
      name: 'checkout-machine-has-one-entry',
      severity: 'error',
      from: { pathNot: '^src/checkout/machine' },
      to: { path: '^src/checkout/machine/' },
    },
    {
      name: 'button-without-help',
      severity: 'error',
      from: { path: '^src/widget/(index|script|createCheckout|button|session)\\.ts$' },
      to: { path: '^src/help/' },
    },
    { name: 'no-cycles', severity: 'error', from: {}, to: { circular: true } },
    { name: 'src-alone', severity: 'error', from: { path: '^src/' }, to: { path: '^(demo|test)/' } },
    {
      name: 'no-node-in-the-browser',
      severity: 'error',
      from: { path: browserFolders },
      to: { dependencyTypes: ['core'], dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'no-framework-in-the-handler',
      severity: 'error',
      from: { path: '^src/(protocol|gateway|merchant|return)/' },
      to: { path: 'node_modules/(preact|@preact|react)/' },
    },
    {
      // The server's return page uses it too.
      name: 'language-stands-alone',
      severity: 'error',
      from: { path: '^src/view/language/' },
      to: { pathNot: '^src/view/language/' },
    },
    {
      name: 'return-texts-on-the-server-only',
      severity: 'error',
      from: { path: browserFolders, pathNot: RETURN_TEXTS },
      to: { path: RETURN_TEXTS },
    },
    {
      name: 'protocol-imports-nothing',
      severity: 'error',
      from: { path: '^src/protocol/' },
      to: { pathNot: '^src/protocol/', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'button-without-framework',
      severity: 'error',
      from: { path: '^src/widget/(index|script|createCheckout|button|session|frame|openFrame|warm)\\.ts$' },
      to: { path: 'node_modules/(preact|@preact)/' },
    },
  ],
  options: {
    tsConfig: { fileName: 'tsconfig.json' },
    tsPreCompilationDeps: true,
    doNotFollow: { path: 'node_modules' },
    exclude: {
      path: '(^dist/|/\\.vitepress/(dist|cache)/|^demo/examples/|^src/cli/init/templates/|\\.d\\.ts$)',
    },
  },
};
