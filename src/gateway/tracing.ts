import { warn } from './observer.ts';
import { tellMerchant } from './tellMerchant.ts';

/** The part of `@opentelemetry/api`'s `Tracer` that is used: pass `trace.getTracer('shop')`. */
export interface GatewayTracer {
  startSpan(
    name: string,
    options?: { kind?: number; attributes?: Record<string, string | number | boolean> },
  ): GatewaySpan;
}
interface GatewaySpan {
  setAttribute(name: string, value: string | number): unknown;
  setStatus(status: { code: number; message?: string }): unknown;
  end(): void;
}

const CLIENT_KIND = 2;
const ERROR_STATUS = 2;

/** Opens one span for one call; a tracer that fails costs the span and not the call (T54). The returned function closes it; with an error's code when the call failed. */
export function startSpan(
  tracer: GatewayTracer | undefined,
  operation: string,
  method: string,
  host: string,
): (result: { attempts: number; status?: number; code?: string }) => void {
  if (tracer === undefined) return () => undefined;
  let span: GatewaySpan | undefined;
  tellMerchant(
    'tracer.startSpan',
    () => {
      span = tracer.startSpan(`gateway ${operation}`, {
        kind: CLIENT_KIND,
        attributes: { 'http.request.method': method, 'server.address': host, 'gateway.operation': operation },
      });
      return span;
    },
    warn,
  );
  return ({ attempts, status, code }) => {
    const say = (name: keyof GatewaySpan, call: () => unknown) => tellMerchant(`span.${name}`, call, warn);
    if (status !== undefined)
      say('setAttribute', () => span?.setAttribute('http.response.status_code', status));
    if (attempts > 1)
      say('setAttribute', () => span?.setAttribute('http.request.resend_count', attempts - 1));
    if (code !== undefined) {
      say('setAttribute', () => span?.setAttribute('error.type', code));
      say('setStatus', () => span?.setStatus({ code: ERROR_STATUS, message: code }));
    }
    say('end', () => span?.end());
  };
}
