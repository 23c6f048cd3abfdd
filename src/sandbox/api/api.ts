import { type Context, Hono } from 'hono';
import type { Credentials, GatewayProfile } from '../../protocol/gateway/profile.ts';
import type { Hmac } from '../../protocol/gateway/signature.ts';
import type { ApiOperation } from '../apiOperation.ts';
import { errorText } from '../errorText.ts';
import type { Fault } from '../faults/fault.ts';
import type { Faults } from '../faults/faults.ts';
import type { Ledger } from '../ledger/ledger.ts';
import type { SandboxStore } from '../store/store.ts';
import { ApiError } from './apiError.ts';
import type { Answer, Handle } from './call.ts';
import { checkCredentials, checkSignature } from './gate.ts';
import { createRateLimit } from './rateLimit.ts';
import { parseBody, readBody } from './readBody.ts';
import { asApiError, refusal } from './refusal.ts';
import type { RequestLog } from './requestLog.ts';
import { looseBody, pathOf, queryOf, textIn } from './requestParts.ts';
import { signAnswer } from './signAnswer.ts';
import { underFault } from './underFault.ts';

export interface ApiContext {
  profile: GatewayProfile;
  credentials: Credentials & { signatureSecret: string };
  /** What each operation does, once its request has come through the gate. */
  operations: Readonly<Record<ApiOperation, Handle>>;
  store: SandboxStore;
  ledger: Ledger;
  faults: Faults;
  log: RequestLog;
  hmac: Hmac;
  now: () => number;
  /** Waits by the sandbox's clock and pace. */
  wait: (ms: number) => Promise<void>;
  /** Rewrites answers for a merchant that reads another shape. */
  transformBody: Partial<Record<ApiOperation, (body: Record<string, unknown>) => Record<string, unknown>>>;
  /** Address under which this request reached the sandbox. */
  baseOf: (request: Request) => string;
  /** Called with errors of the sandbox itself. */
  report: (error: unknown) => void;
}

/** The gateway's operations (S106–S111), each behind the same gate: faults, rate, credentials, signature, checks. */
export function apiRoutes(context: ApiContext): Hono {
  const { profile, credentials, operations, store, ledger, faults, log, hmac } = context;
  const { signatureSecret } = credentials;
  const sign = (answer: Answer) => signAnswer(answer, profile.signature, signatureSecret, hmac);
  const rate = createRateLimit(profile.limits.rate, context.now);

  const routes = new Hono();
  for (const operation of Object.keys(operations) as ApiOperation[]) {
    const { method, path } = profile.endpoints[operation] ?? {};
    if (method === undefined || path === undefined) continue;
    routes.on(method, routePath(operation, path, profile), (c) => respond(operation, c));
  }
  routes.all('/api/*', (c) =>
    c.json(
      { isSuccess: false, errorMessage: errorText(profile, 'NOT_FOUND', 'There is no such operation.') },
      404,
    ),
  );
  return routes;

  async function respond(operation: ApiOperation, c: Context): Promise<Response> {
    const request = c.req.raw;
    let text = '';
    let refused: unknown = null;
    try {
      text = await readBody(request, profile.limits.bodyBytes);
    } catch (error) {
      refused = error;
    }
    const known = looseBody(text);
    const named = known ?? Object.fromEntries(new URL(request.url).searchParams);
    const reference = orderNamedBy(named);
    const fault = faults.take(operation, reference);
    const happen = async () => {
      const answer = refused === null ? await run(operation, c, text) : refuse(operation, refused, known);
      return transformed(operation, answer, fault);
    };
    const { response, answer } = await underFault(fault, happen, sign, context.wait);
    log.add({
      operation,
      method: request.method,
      path: pathOf(request.url),
      orderReference: reference,
      uniqueReference: textIn(named, 'UniqueReference'),
      request: known ?? (text === '' ? null : '[not a JSON object]'),
      status: fault?.do === 'reset' || fault?.do === 'hang' ? null : response.status,
      response: answer?.body ?? null,
      fault: fault?.do ?? null,
      warning: answer?.headers?.Warning ?? null,
    });
    return response;
  }

  /** A body says it; a status request may name the transaction by another of its references. */
  function orderNamedBy(fields: object): string | null {
    const orderReference = textIn(fields, 'OrderReference');
    const pspId = textIn(fields, 'PspId');
    const uniqueReference = textIn(fields, 'UniqueReference');
    if (orderReference !== null || (pspId === null && uniqueReference === null)) return orderReference;
    const transaction = ledger.find({
      ...(pspId === null ? {} : { pspId }),
      ...(uniqueReference === null ? {} : { uniqueReference }),
    });
    return transaction?.orderReference ?? null;
  }

  async function run(operation: ApiOperation, c: Context, text: string): Promise<Answer> {
    const request = c.req.raw;
    let body: Record<string, unknown> = {};
    try {
      const wait = rate();
      if (wait !== null) throw new ApiError('RATE_LIMITED', undefined, { 'Retry-After': String(wait) });
      await checkCredentials(request.headers, profile, credentials);
      const query = queryOf(request.url);
      const hasBody = text !== '' || ['POST', 'PUT', 'PATCH'].includes(request.method);
      if (hasBody) body = parseBody(text, request.headers.get('content-type'));
      const message = hasBody ? { payload: body, raw: text } : profile.signature.input(query);
      await checkSignature(request.headers, message, profile, signatureSecret, hmac);
      const pathToken = c.req.param('cardToken') ?? null;
      const call = { operation, body, query, pathToken, base: context.baseOf(request) };
      return store.atomically(() => operations[operation](call));
    } catch (error) {
      return refuse(operation, error, body);
    }
  }

  function refuse(operation: ApiOperation, error: unknown, body: object | null): Answer {
    const known = asApiError(error);
    if (known.code === 'INTERNAL_ERROR') context.report(error);
    return refusal(operation, known, body, profile);
  }

  function transformed(operation: ApiOperation, answer: Answer, fault: Fault | null): Answer {
    const body = context.transformBody[operation]?.({ ...answer.body }) ?? answer.body;
    return { ...answer, body: fault?.do === 'alter' ? { ...body, ...fault.fields } : body };
  }
}

/** A token in the path is a parameter of the route (N12). */
function routePath(operation: ApiOperation, path: string, { tokens }: GatewayProfile): string {
  const route = path.replace(/\{(\w+)\}/g, ':cardToken');
  const hasToken = operation === 'deleteToken' && tokens.deleteCarrier === 'path';
  return hasToken && !route.includes(':') ? `${route}/:cardToken` : route;
}
