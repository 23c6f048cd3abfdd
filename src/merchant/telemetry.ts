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
  /** A span around a request; `outcome` is asked when it has been answered. */
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

export function createTelemetry(
  { tracer, meter }: { tracer?: CheckoutTracer | undefined; meter?: CheckoutMeter | undefined },
  monotonic: () => number,
): Telemetry {
  const events = meter?.createCounter('checkout.events', { description: 'Lines of the sessions’ logs' });
  const durations = meter?.createHistogram('checkout.request.duration', { unit: 's' });

  const within = <T>(
    name: string,
    options: SpanOptions,
    run: (span: CheckoutSpan | undefined) => Promise<T>,
  ): Promise<T> => {
    if (tracer?.startActiveSpan !== undefined) return tracer.startActiveSpan(name, options, run);
    return run(tracer?.startSpan(name, options));
  };

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
        durations?.record((monotonic() - started) / 1_000, attributes);
        if (span === undefined) return;
        for (const [name, value] of Object.entries(attributes)) span.setAttribute(name, value);
        if (status >= 500) span.setStatus({ code: ERROR_STATUS });
        span.end();
      });
    },
    task(name, attributes, run) {
      return within(`checkout ${name}`, { kind: INTERNAL_KIND, attributes }, async (span) => {
        try {
          return await run();
        } catch (error) {
          span?.setStatus({ code: ERROR_STATUS, message: error instanceof Error ? error.name : 'error' });
          throw error;
        } finally {
          span?.end();
        }
      });
    },
    event(type, alert) {
      events?.add(1, { type, alert });
    },
  };
}
