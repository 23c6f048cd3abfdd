import { createGateway } from '../../../src/gateway/createGateway.ts';
import type { GatewayOptions } from '../../../src/gateway/options.ts';
import { FAILURES_IN_TIME, type Failure } from './failures.ts';

/*
 * The gateway client's half of `child.ts`: its hooks, logger and tracer. Each case is one status call that fails, is tried
 * again and succeeds, so that every hook but `error` is called, and one that fails for good.
 */

export interface GatewayCase {
  name: string;
  failure: string;
  /** What the two calls came to. */
  outcomes: string[];
  warnings: string[];
}

const quiet = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} };
const span = { setAttribute: () => {}, setStatus: () => {}, end: () => {} };
const GATEWAY_FUNCTIONS: Readonly<Record<string, (behave: () => never) => Partial<GatewayOptions>>> = {
  'hooks.request': (request) => ({ hooks: { request } }),
  'hooks.response': (response) => ({ hooks: { response } }),
  'hooks.retry': (retry) => ({ hooks: { retry } }),
  'hooks.error': (error) => ({ hooks: { error } }),
  'logger.debug': (debug) => ({ logger: { ...quiet, debug } }),
  'logger.error': (error) => ({ logger: { ...quiet, error } }),
  'tracer.startSpan': (startSpan) => ({ tracer: { startSpan } }),
  'span.end': (end) => ({ tracer: { startSpan: () => ({ ...span, end }) } }),
};

const PAID = {
  OrderReference: 'A-1',
  UniqueReference: '5f0c2f6e-9a53-4f5c-8d0e-3f0f2c1b7a61',
  Status: 'Processed',
  PspId: '1',
  Amount: '10.00',
  Currency: 'EUR',
  isSuccess: true,
  errorMessage: null,
};

async function outcomesOf(options: Partial<GatewayOptions>): Promise<string[]> {
  const statuses = [503, 200, 400];
  const gateway = createGateway({
    baseUrl: 'https://gateway.example',
    clientId: 'id',
    clientSecret: 'secret',
    signatureSecret: 'signing',
    test: true,
    retries: 1,
    transport: async () => ({
      status: statuses.shift() ?? 500,
      headers: new Headers({ 'retry-after': '0' }),
      text: async () => JSON.stringify(PAID),
    }),
    ...options,
  });
  const ask = () =>
    gateway.transactions.retrieve({ uniqueReference: PAID.UniqueReference }).then(
      ({ state }) => state,
      (error) => error.name,
    );
  return [await ask(), await ask()];
}

const heard: string[] = [];
process.on('warning', ({ message }) => void heard.push(message));

for (const [name, install] of Object.entries(GATEWAY_FUNCTIONS)) {
  for (const [failureName, failure] of Object.entries<Failure>(FAILURES_IN_TIME)) {
    const outcomes = await outcomesOf(install((() => failure.does(() => {})) as () => never));
    await new Promise(setImmediate);
    const each: GatewayCase = {
      name,
      failure: failureName,
      outcomes,
      warnings: [...new Set(heard.splice(0))],
    };
    console.log(JSON.stringify(each));
  }
}
