/** A part of the code whose mutants have to die. */
export interface Target {
  readonly name: string;
  readonly project: 'browser' | 'server';
  /** Files, or folders that end in a slash. */
  readonly sources: readonly string[];
  /** The tests that may kill, as vitest's filters. */
  readonly tests: readonly string[];
  /** Of its mutants so many percent have to be killed; each other one stands in `accepted.json`. */
  readonly least: number;
  /** All its survivors stand in `accepted.json`: from then on another one is an error for changed lines too. */
  readonly isListed?: boolean;
}

const ofMerchant = (...folders: readonly string[]) => folders.map((name) => `test/merchant/${name}`);
/** Databases and floods: they would take minutes of each round, and what they would kill has to die by a nearer test. */
export const neverTried: readonly string[] = ofMerchant(
  'session/roundTrips',
  'notification/flood',
  'settle/purging',
);

const HANDLER = 92;
const REST = 95;

/** Where money and trust are decided, the most important first: a run that has to stop has tried those. */
export const targets: readonly Target[] = [
  {
    name: 'settle',
    project: 'server',
    sources: ['src/merchant/settle/', 'src/merchant/record/', 'src/merchant/shop/', 'src/merchant/poll/'],
    tests: ofMerchant(
      'record/',
      'shop/',
      'settle/judge',
      'settle/verdicts',
      'settle/schedule',
      'settle/orderEnd.test',
      'settle/applyEvidence',
      'settle/paidWork',
      'poll/',
      'settle/',
      'notification/',
      'session/',
      'status/',
      'orders/',
      'oddNumbers',
    ),
    least: HANDLER,
    isListed: true,
  },
  {
    name: 'notification',
    project: 'server',
    sources: ['src/merchant/notification/'],
    tests: ofMerchant('notification/', 'settle/details', 'settle/whatTheShopReceives', 'redaction'),
    least: HANDLER,
    isListed: true,
  },
  {
    name: 'status',
    project: 'server',
    sources: ['src/merchant/status/'],
    tests: ofMerchant('status/', 'settle/fulfil', 'session/'),
    least: HANDLER,
    isListed: true,
  },
  {
    name: 'session',
    project: 'server',
    sources: ['src/merchant/session/'],
    tests: ofMerchant('session/', 'pay/', 'http/everyRoute', 'redaction'),
    least: HANDLER,
    isListed: true,
  },
  {
    name: 'machine',
    project: 'browser',
    sources: ['src/checkout/machine.ts', 'src/checkout/machine/', 'src/checkout/reports.ts'],
    // Without the walk through all states: it takes seconds, and hardly anything but it is left to kill when it comes.
    tests: [
      'everyEvent',
      'machine.test',
      'machineSteps',
      'reports',
      'expiry',
      'offline',
      'model',
      'renewUnused',
      'syncTabs',
    ].map((name) => `test/checkout/${name}`),
    least: REST,
    isListed: true,
  },
  {
    name: 'checkout',
    project: 'browser',
    sources: [
      'src/checkout/effects/',
      ...[
        'backEntry',
        'channel',
        'checkoutError',
        'clock',
        'createCheckoutModel',
        'effects',
        'focusedElement',
        'inTimer',
        'instant',
        'listen',
        'redirectUrl',
        'sessionAnswer',
        'settings',
        'statusPoll',
        'untilAborted',
      ].map((name) => `src/checkout/${name}.ts`),
    ],
    tests: [
      'test/checkout/effects/',
      ...[
        'effects',
        'settings',
        'inTimer',
        'untilAborted',
        'backEntry',
        'backButton',
        'channel',
        'clock',
        'redirectUrl',
        'sessionAnswer',
        'statusPoll',
        'watchFrame',
        'arrival',
        'syncTabs',
        'offline',
        'model',
        'renewUnused',
        'expiry',
        'checkoutError',
      ].map((name) => `test/checkout/${name}.`),
      'test/widget/createCheckout',
      'test/widget/ending',
    ],
    least: REST,
    isListed: true,
  },
  {
    name: 'signature',
    project: 'server',
    sources: [
      'signature',
      'hmac',
      'sameText',
      'readNotification',
      'notificationBody',
      'readStatus',
      'sentTime',
    ].map((name) => `src/protocol/gateway/${name}.ts`),
    tests: [
      'test/protocol/gateway/',
      'test/gateway/notifications',
      'test/gateway/requests',
      'test/gateway/calls',
    ],
    least: REST,
    isListed: true,
  },
  {
    name: 'money',
    project: 'server',
    sources: ['money', 'currencies', 'transaction', 'transactionDetails', 'detailReader'].map(
      (name) => `src/protocol/gateway/${name}.ts`,
    ),
    // What has killed most comes first: a test of floods runs with what nothing else has noticed.
    tests: [
      ...['money', 'fields', 'ownParsers', ''].map((name) => `test/protocol/gateway/${name}`),
      ...['oddDetails', 'notifications', 'requests', 'calls', 'wrongTypes'].map(
        (name) => `test/gateway/${name}`,
      ),
    ],
    least: REST,
    isListed: true,
  },
  {
    name: 'redaction',
    project: 'server',
    sources: ['redact', 'redactText', 'luhn', 'cardNumber'].map((name) => `src/protocol/gateway/${name}.ts`),
    tests: ['test/protocol/gateway/', 'test/gateway/leaks', 'test/merchant/redaction'],
    least: REST,
    isListed: true,
  },
  {
    name: 'operations',
    project: 'server',
    sources: ['src/gateway/operations/'],
    tests: ['operations/', 'requests', 'wrongTypes', 'oddDetails', 'calls'].map(
      (name) => `test/gateway/${name}`,
    ),
    least: REST,
    isListed: true,
  },
  {
    name: 'errors',
    project: 'server',
    sources: ['src/gateway/errors/', 'src/gateway/notifications/'],
    tests: ['errors/', 'notifications', 'calls', 'requests', 'leaks', 'oddDetails'].map(
      (name) => `test/gateway/${name}`,
    ),
    least: REST,
    isListed: true,
  },
  {
    name: 'gateway',
    project: 'server',
    sources: ['src/gateway/http/'],
    // Without the transport on real servers: a mutant that hangs there costs ten times its longest wait, and its own fakes kill it at once.
    tests: ['http/', 'calls', 'framing', 'requests', 'leaks', 'hookSecrets'].map(
      (name) => `test/gateway/${name}`,
    ),
    least: REST,
    isListed: true,
  },
  {
    name: 'return',
    project: 'server',
    sources: ['src/merchant/return/'],
    tests: ofMerchant('return/', 'http/', 'status/isProcessing', 'redaction'),
    least: HANDLER,
    isListed: true,
  },
  {
    name: 'http',
    project: 'server',
    sources: ['src/merchant/http/', 'src/merchant/observe/'],
    tests: ofMerchant('http/', 'observe/', 'session/sessionRoute', 'bombs'),
    least: HANDLER,
    isListed: true,
  },
  {
    name: 'page',
    project: 'server',
    sources: ['src/protocol/page/'],
    tests: ['test/protocol/page/'],
    least: REST,
    isListed: true,
  },
  {
    name: 'memory',
    project: 'server',
    sources: ['src/merchant/store/memory/', 'src/merchant/store/memory.ts'],
    tests: ofMerchant('store/ownStores', 'store/memory', 'store/slidingLog', 'unknownOptions'),
    least: REST,
    isListed: true,
  },
  {
    name: 'stores',
    project: 'server',
    sources: ['src/merchant/store/sql/'],
    tests: ofMerchant(
      'store/write',
      'store/batchCalls',
      'store/ownStores',
      'store/sqlite.test',
      'store/migrate',
      'store/compile',
      'store/sqlStore',
      'store/mysqlStatements',
      'store/mysqlTables',
    ),
    least: REST,
    isListed: true,
  },
];
