import { MerchantError } from '../../gateway/merchantError.ts';
import { tellMerchant } from '../../gateway/tellMerchant.ts';
import type { Logger } from './logger.ts';

/*
 * The parts of `@opentelemetry/api` that are used: pass `trace.getTracer('shop')` and `metrics.getMeter('shop')`. Nothing of
 * it is loaded otherwise. No attribute holds a secret, an amount or a customer.
 */

type Attributes = Record<string, string | number | boolean>;
type SpanOptions = { kind?: number; attributes?: Attributes };

/** Makes spans: `trace.getTracer('shop')` of OpenTelemetry is one. */
export interface CheckoutTracer {
  startSpan(name: string, options?: SpanOptions): CheckoutSpan;
  /** Makes the span the parent of all that `run` starts, the gateway client's calls among it. Used where there is one. */
  startActiveSpan?<T>(name: string, options: SpanOptions, run: (span: CheckoutSpan) => T): T;
}
/** One span of a `CheckoutTracer`. */
export interface CheckoutSpan {
  setAttribute(name: string, value: string | number): unknown;
  setStatus(status: { code: number; message?: string }): unknown;
  end(): void;
}
/** Makes metrics: `metrics.getMeter('shop')` of OpenTelemetry is one. */
export interface CheckoutMeter {
  createCounter(
    name: string,
    options?: { description?: string },
  ): { add(value: number, attributes?: Attributes): void };
  createHistogram(
    name: string,
    options?: { description?: string; unit?: string },
  ): { record(value: number, attributes?: Attributes): void };
}

export interface Telemetry {
  /** Whether anybody listens. */
  readonly isOn: boolean;
  /** A span around a request; `outcome` is called when it has been answered. */
  request(
    method: string,
    answer: () => Promise<void>,
    outcome: () => { route: string; status: number },
  ): Promise<void>;
  /** A span around work: a status call, a fulfilment. A rejection marks it and passes through. */
  task<T>(name: string, attributes: Attributes, run: () => Promise<T>): Promise<T>;
  /** Counts an event of the log. */
  event(type: string, alert: boolean): void;
}

const INTERNAL_KIND = 0;
const SERVER_KIND = 1;
const ERROR_STATUS = 2;
const SPAN = ['setAttribute', 'setStatus', 'end'] as const;

export function createTelemetry(
  { tracer, meter }: { tracer?: CheckoutTracer | undefined; meter?: CheckoutMeter | undefined },
  monotonic: () => number,
  log: Logger,
): Telemetry {
  const { call, make } = safeCalls(log);
  const events = make('meter.createCounter', ['add'], () =>
    meter?.createCounter('checkout.events', { description: 'Events of the sessions’ logs' }),
  );
  const durations = make('meter.createHistogram', ['record'], () =>
    meter?.createHistogram('checkout.request.duration', { unit: 's' }),
  );

  /** Runs the work exactly once, whatever the tracer does: one that fails costs the span and not the payment (T54). */
  const within = <T>(
    name: string,
    options: SpanOptions,
    run: (span: CheckoutSpan | undefined) => Promise<T>,
  ): Promise<T> => {
    let started: Promise<T> | undefined;
    const start = (span: CheckoutSpan | undefined) => {
      started ??= run(span);
      return started;
    };
    if (typeof tracer?.startActiveSpan === 'function') {
      let answer: unknown;
      call('tracer.startActiveSpan', () => {
        answer = tracer.startActiveSpan?.(name, options, start);
        return started === undefined ? answer : undefined;
      });
      // Once the work runs, the answer fails when the work does, and that is not the tracer's failure.
      if (started !== undefined)
        tellMerchant(
          'tracer.startActiveSpan',
          () => answer,
          () => {},
        );
      return started ?? start(undefined);
    }
    return start(make('tracer.startSpan', SPAN, () => tracer?.startSpan(name, options)));
  };
  const mark = (span: CheckoutSpan | undefined, attributes: Record<string, string | number>) => {
    for (const [name, value] of Object.entries(attributes))
      call('span.setAttribute', () => span?.setAttribute(name, value));
  };
  const fail = (span: CheckoutSpan | undefined, message?: string) =>
    call('span.setStatus', () =>
      span?.setStatus({ code: ERROR_STATUS, ...(message === undefined ? {} : { message }) }),
    );
  const end = (span: CheckoutSpan | undefined) => call('span.end', () => span?.end());

  return {
    isOn: tracer !== undefined || meter !== undefined,
    request(method, answer, outcome) {
      const started = monotonic();
      return within(`checkout ${method}`, { kind: SERVER_KIND }, async (span) => {
        await answer();
        const { route, status } = outcome();
        const attributes = {
          'http.request.method': method,
          'http.route': route,
          'http.response.status_code': status,
        };
        call('histogram.record', () => durations?.record((monotonic() - started) / 1_000, attributes));
        mark(span, attributes);
        if (status >= 500) fail(span);
        end(span);
      });
    },
    task(name, attributes, run) {
      return within(`checkout ${name}`, { kind: INTERNAL_KIND, attributes }, async (span) => {
        try {
          return await run();
        } catch (error) {
          fail(span, error instanceof Error ? error.name : 'error');
          throw error;
        } finally {
          end(span);
        }
      });
    },
    event(type, alert) {
      call('counter.add', () => events?.add(1, { type, alert }));
    },
  };
}

interface SafeCalls {
  call(name: string, run: () => unknown): void;
  /** What `create` makes; `undefined` where it fails or makes something that lacks the methods. */
  make<T>(name: string, methods: readonly (keyof T & string)[], create: () => T | undefined): T | undefined;
}

/** Calls functions of tracer and meter; each that fails is named once in the log, since it will fail at every request. */
function safeCalls(log: Logger): SafeCalls {
  const reported = new Set<string>();
  const failed = (error: MerchantError) => {
    if (reported.has(error.functionName)) return;
    reported.add(error.functionName);
    log.error({ err: error }, 'Telemetry failed; the checkout goes on without it');
  };
  const call: SafeCalls['call'] = (name, run) => tellMerchant(name, run, failed);
  return {
    call,
    make(name, methods, create) {
      let answer: ReturnType<typeof create>;
      let made: ReturnType<typeof create>;
      call(name, () => {
        answer = create();
        return answer;
      });
      call(name, () => {
        const isMissing = (method: keyof NonNullable<typeof answer>) =>
          typeof answer?.[method] !== 'function';
        if (answer === undefined) return;
        if (methods.some(isMissing)) throw new MerchantError(name, `answered without ${methods.join(', ')}.`);
        made = answer;
      });
      return made;
    },
  };
}
