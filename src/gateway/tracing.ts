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

/** Opens one span for one call. The returned function closes it; with an error's code when the call failed. */
export function startSpan(
  tracer: GatewayTracer | undefined,
  operation: string,
  method: string,
  host: string,
): (result: { attempts: number; status?: number; code?: string }) => void {
  if (tracer === undefined) return () => undefined;
  const span = tracer.startSpan(`gateway ${operation}`, {
    kind: CLIENT_KIND,
    attributes: { 'http.request.method': method, 'server.address': host, 'gateway.operation': operation },
  });
  return ({ attempts, status, code }) => {
    if (status !== undefined) span.setAttribute('http.response.status_code', status);
    if (attempts > 1) span.setAttribute('http.request.resend_count', attempts - 1);
    if (code !== undefined) {
      span.setAttribute('error.type', code);
      span.setStatus({ code: ERROR_STATUS, message: code });
    }
    span.end();
  };
}
