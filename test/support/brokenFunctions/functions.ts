import type { CheckoutSpan } from '../../../src/merchant/observe/telemetry.ts';
import type { CheckoutHandlerOptions, FetchContext } from '../../../src/merchant/options.ts';
import type { Failure } from './failures.ts';

/** Where a merchant's function stands, and what it does as long as it behaves. */
export type Behave = (answer: () => unknown) => never;
interface Installed {
  handler?: Partial<CheckoutHandlerOptions>;
  context?: FetchContext;
}

const good = { orderReference: 'A-1', amount: '1.00', currency: 'EUR' };
const span: CheckoutSpan = { setAttribute: () => {}, setStatus: () => {}, end: () => {} };
const counter = { add: () => {} };
const histogram = { record: () => {} };
const meter = { createCounter: () => counter, createHistogram: () => histogram };

const askedOnes = [
  'resolveOrder',
  'authorize',
  'onPayment',
  'onPaymentDetails',
  'onNotification',
  'successUrl',
  'failureUrl',
  'pendingUrl',
  'continueUrl',
];

/** Every function of the merchant's that the handler calls, by the name that the log gives it. */
export const FUNCTIONS: Readonly<Record<string, (behave: Behave) => Installed>> = {
  resolveOrder: (behave) => ({
    handler: {
      resolveOrder: (order) => behave(() => ({ ...good, orderReference: String(order) })),
    },
  }),
  authorize: (behave) => ({ handler: { authorize: () => behave(() => 'customer') } }),
  onPayment: (behave) => ({ handler: { onPayment: () => behave(() => {}) } }),
  onPaymentDetails: (behave) => ({ handler: { onPaymentDetails: () => behave(() => {}) } }),
  onNotification: (behave) => ({ handler: { onNotification: () => behave(() => {}) } }),
  onEvent: (behave) => ({ handler: { onEvent: () => behave(() => {}) } }),
  successUrl: (behave) => ({ handler: { successUrl: () => behave(() => '/thanks') } }),
  failureUrl: (behave) => ({ handler: { failureUrl: () => behave(() => '/basket') } }),
  pendingUrl: (behave) => ({ handler: { pendingUrl: () => behave(() => '/pending') } }),
  continueUrl: (behave) => ({ handler: { continueUrl: () => behave(() => '/orders') } }),
  waitUntil: (behave) => ({ context: { waitUntil: () => behave(() => {}) } }),
  'tracer.startSpan': (behave) => ({ handler: { tracer: { startSpan: () => behave(() => span) } } }),
  'tracer.startActiveSpan': (behave) => ({
    handler: {
      tracer: { startSpan: () => span, startActiveSpan: (_name, _options, run) => behave(() => run(span)) },
    },
  }),
  'span.setAttribute': (behave) => ({
    handler: { tracer: { startSpan: () => ({ ...span, setAttribute: () => behave(() => {}) }) } },
  }),
  'span.setStatus': (behave) => ({
    handler: {
      tracer: { startSpan: () => ({ ...span, setStatus: () => behave(() => {}) }) },
      // Only what fails has a status set.
      onPayment: () => Promise.reject(new Error('no stock')),
    },
  }),
  'span.end': (behave) => ({
    handler: { tracer: { startSpan: () => ({ ...span, end: () => behave(() => {}) }) } },
  }),
  'meter.createCounter': (behave) => ({
    handler: { meter: { ...meter, createCounter: () => behave(() => counter) } },
  }),
  'meter.createHistogram': (behave) => ({
    handler: { meter: { ...meter, createHistogram: () => behave(() => histogram) } },
  }),
  'counter.add': (behave) => ({
    handler: { meter: { ...meter, createCounter: () => ({ add: () => behave(() => {}) }) } },
  }),
  'histogram.record': (behave) => ({
    handler: { meter: { ...meter, createHistogram: () => ({ record: () => behave(() => {}) }) } },
  }),
  'logger.isLevelEnabled': (behave) => ({
    handler: { logger: { ...silent(), isLevelEnabled: () => behave(() => true) } },
  }),
  'logger.info': (behave) => ({ handler: { logger: { ...silent(), info: () => behave(() => {}) } } }),
};

function silent(): NonNullable<CheckoutHandlerOptions['logger']> {
  const nothing = () => {};
  return { debug: nothing, info: nothing, warn: nothing, error: nothing };
}

/** Whether its answer is waited for and used. */
export const isAsked = (name: string): boolean => askedOnes.includes(name);

/** Whether the failure comes in the time that the handler listens. */
export const isFailure = (name: string, failure: Failure): boolean =>
  failure.outcome === 'failed' ||
  (failure.outcome === 'late' && (isAsked(name) || failure.says !== undefined));
