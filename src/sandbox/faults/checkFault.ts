import * as v from 'valibot';
import type { NewFault } from './fault.ts';

const when = v.optional(v.picklist(['before', 'after']));
const positive = v.pipe(v.number(), v.integer(), v.minValue(1));
const common = {
  when,
  times: v.optional(positive),
  match: v.optional(
    v.strictObject({
      operation: v.optional(
        v.picklist([
          '*',
          'execute',
          'retrieve',
          'tokenise',
          'getToken',
          'deleteToken',
          'createHpp',
          'capture',
          'page',
          'notification',
        ]),
      ),
      nth: v.optional(positive),
      probability: v.optional(v.pipe(v.number(), v.minValue(0), v.maxValue(1))),
      orderReference: v.optional(v.string()),
    }),
  ),
};
const headers = v.record(
  v.pipe(v.string(), v.regex(/^[\w-]+$/)),
  v.pipe(v.string(), v.regex(/^[\x20-\x7e]*$/)),
);

const shape = v.variant('do', [
  v.strictObject({
    ...common,
    do: v.literal('status'),
    status: v.pipe(v.number(), v.integer(), v.minValue(200), v.maxValue(599)),
    body: v.optional(v.string()),
    headers: v.optional(headers),
  }),
  v.strictObject({ ...common, do: v.literal('delay'), ms: v.pipe(v.number(), v.minValue(0)) }),
  v.strictObject({ ...common, do: v.literal('reset') }),
  v.strictObject({ ...common, do: v.literal('hang') }),
  v.strictObject({ ...common, do: v.literal('malformed') }),
  v.strictObject({ ...common, do: v.literal('empty') }),
  v.strictObject({
    ...common,
    do: v.literal('rateLimit'),
    retryAfter: v.optional(
      v.union([v.pipe(v.number(), v.minValue(0)), v.pipe(v.string(), v.regex(/^[\x20-\x7e]*$/))]),
    ),
  }),
  v.strictObject({ ...common, do: v.literal('alter'), fields: v.record(v.string(), v.unknown()) }),
  v.strictObject({ ...common, do: v.literal('headers'), headers }),
]);

/** @throws RangeError that names the member and what was expected. */
export function checkFault(fault: unknown): NewFault {
  const result = v.safeParse(shape, fault);
  if (result.success) return result.output as NewFault;
  const issue = result.issues[0];
  throw new RangeError(`fault${v.getDotPath(issue) ? `.${v.getDotPath(issue)}` : ''}: ${issue.message}`);
}
