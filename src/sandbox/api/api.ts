import { type Context, Hono } from 'hono';
import { sameName } from '../../protocol/gateway/fieldNames.ts';
import type { Credentials, GatewayProfile } from '../../protocol/gateway/profile.ts';
import { ShapeError } from '../../protocol/gateway/shapeError.ts';
import type { Hmac } from '../../protocol/gateway/signature.ts';
import type { ApiOperation } from '../apiOperation.ts';
import { errorText } from '../errorText.ts';
import type { Fault } from '../faults/fault.ts';
import { addFaultHeaders, faultResponse } from '../faults/faultResponse.ts';
import type { Faults } from '../faults/faults.ts';
import type { Ledger } from '../ledger/ledger.ts';
import type { SandboxStore } from '../store/store.ts';
import { ApiError } from './apiError.ts';
import type { Answer, Handle } from './call.ts';
import { checkCredentials, checkSignature } from './gate.ts';
import { createRateLimit } from './rateLimit.ts';
import { parseBody, readBody } from './readBody.ts';
import type { RequestLog } from './requestLog.ts';

const HALF_JSON = { text: '{"isSuccess": tr', type: 'application/json' };

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
  /** Told of errors of the sandbox itself. */
  report: (error: unknown) => void;
}

/** The gateway's operations (S106–S111), each behind the same gate: faults, rate, credentials, signature, checks. */
export function apiRoutes(context: ApiContext): Hono {
  const { profile, credentials, operations, store, ledger, faults, log, hmac, baseOf, report } = context;
  const rate = createRateLimit(profile.limits.rate, context.now);

  const routes = new Hono();
  for (const operation of Object.keys(operations) as ApiOperation[]) {
    const { method, path } = profile.endpoints[operation] ?? {};
    if (method === undefined || path === undefined) continue;
    routes.on(method, routePath(operation, path), (c) => answer(operation, c));
  }
  routes.all('/api/*', (c) =>
    c.json(
      { isSuccess: false, errorMessage: errorText(profile, 'NOT_FOUND', 'There is no such operation.') },
      404,
    ),
  );
  return routes;

  function routePath(operation: ApiOperation, path: string): string {
    const route = path.replace(/\{(\w+)\}/g, ':cardToken');
    const carriesToken = operation === 'deleteToken' && profile.tokens.deleteCarrier === 'path';
    return carriesToken && !route.includes(':') ? `${route}/:cardToken` : route;
  }

  async function answer(operation: ApiOperation, c: Context): Promise<Response> {
    const request = c.req.raw;
    let text = '';
    let refusal: unknown = null;
    try {
      text = await readBody(request, profile.limits.bodyBytes);
    } catch (error) {
      refusal = error;
    }
    const known = looseBody(text);
    const named = known ?? Object.fromEntries(new URL(request.url).searchParams);
    const reference = orderNamedBy(named);
    const fault = faults.take(operation, reference);
    const { response, result } = await underFault(fault, async () => {
      const right = refusal === null ? await run(operation, c, text) : refuse(operation, refusal, known);
      return spelled(operation, right, fault);
    });
    log.add({
      operation,
      method: request.method,
      path: pathOf(request.url),
      orderReference: reference,
      uniqueReference: textIn(named, 'UniqueReference'),
      request: known ?? (text === '' ? null : '[not a JSON object]'),
      status: fault?.do === 'reset' || fault?.do === 'hang' ? null : response.status,
      response: result?.body ?? null,
      fault: fault?.do ?? null,
      warning: result?.headers?.Warning ?? null,
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

  /** `when: 'before'` (the default) keeps the request from happening; `'after'` only spoils its answer. */
  async function underFault(
    fault: Fault | null,
    happen: () => Promise<Answer>,
  ): Promise<{ response: Response; result: Answer | null }> {
    if (fault === null) {
      const result = await happen();
      return { response: await signed(result), result };
    }
    const early = fault.when !== 'after';
    const instead = faultResponse(fault, HALF_JSON);
    const wait = () => (fault.do === 'delay' ? context.wait(fault.ms) : undefined);
    if (early) await wait();
    if (early && instead !== null) return { response: instead, result: null };
    const result = await happen();
    const response = instead ?? (await signed(result));
    if (!early) await wait();
    addFaultHeaders(fault, response);
    return { response, result };
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
      await checkSignature(request.headers, message, profile, credentials.signatureSecret, hmac);
      const pathToken = c.req.param('cardToken') ?? null;
      const call = { operation, body, query, pathToken, base: baseOf(request) };
      return store.atomically(() => operations[operation](call));
    } catch (error) {
      return refuse(operation, error, body);
    }
  }

  /** A refused request in the operation's own spelling (S101, S102, S188); anything unforeseen is a 500 without detail. */
  function refuse(operation: ApiOperation, error: unknown, body: object | null): Answer {
    const known = asApiError(error);
    if (known.code === 'INTERNAL_ERROR') report(error);
    const errorMessage = errorText(profile, known.code, known.text);
    const payout = operation === 'execute' && textIn(body, 'TransactionType') === 'ORIGINALCREDIT';
    return {
      status: profile.errors.status[known.code],
      body: payout ? { IsSuccess: false, ErrorMessage: errorMessage } : { isSuccess: false, errorMessage },
      headers: known.headers,
    };
  }

  function spelled(operation: ApiOperation, result: Answer, fault: Fault | null): Answer {
    const body = context.transformBody[operation]?.({ ...result.body }) ?? result.body;
    return { ...result, body: fault?.do === 'alter' ? { ...body, ...fault.fields } : body };
  }

  /** Answers are signed as requests are, in the same header, unless the profile says that nobody looks. */
  async function signed({ status, body, headers }: Answer): Promise<Response> {
    const raw = JSON.stringify(body);
    const { header, sign, responses } = profile.signature;
    const { signatureSecret } = credentials;
    const signature =
      responses === 'ignore' ? null : await sign({ payload: body, raw }, signatureSecret, hmac);
    return new Response(raw, {
      status,
      headers: {
        'Content-Type': 'application/json',
        'Cache-Control': 'no-store',
        ...headers,
        ...(signature === null ? {} : { [header]: signature }),
      },
    });
  }
}

/** One field in two spellings with two values is the merchant's mistake; anything else unforeseen is ours. */
function asApiError(error: unknown): ApiError {
  if (error instanceof ApiError) return error;
  return error instanceof ShapeError
    ? new ApiError('INVALID_FIELD', error.message)
    : new ApiError('INTERNAL_ERROR');
}

function looseBody(text: string): Record<string, unknown> | null {
  try {
    const body: unknown = JSON.parse(text);
    return typeof body === 'object' && body !== null ? (body as Record<string, unknown>) : null;
  } catch {
    return null; // the gate will say what is wrong with it
  }
}

function textIn(body: object | null, name: string): string | null {
  const entry = Object.entries(body ?? {}).find(([key]) => sameName(key, name));
  return typeof entry?.[1] === 'string' ? entry[1] : null;
}

function pathOf(url: string): string {
  const { pathname, search } = new URL(url);
  return `${pathname}${search}`;
}

function queryOf(url: string): Record<string, string> {
  const query: Record<string, string> = {};
  for (const [name, value] of new URL(url).searchParams) {
    if (Object.hasOwn(query, name)) {
      throw new ApiError('INVALID_FIELD', `The query: "${name}" is there twice.`);
    }
    query[name] = value;
  }
  return query;
}
