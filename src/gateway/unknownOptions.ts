import { isPlainObject } from '../help/isPlainObject.ts';
import { namesOf } from '../help/namesOf.ts';
import { unknownNames } from '../help/unknownNames.ts';
import type { GatewayHooks } from './hooks.ts';
import type { GatewayOptions } from './options.ts';
import type { GatewayRuntime } from './runtime.ts';

const OPTIONS = namesOf<GatewayOptions>({
  baseUrl: true,
  clientId: true,
  clientSecret: true,
  signatureSecret: true,
  test: true,
  pciLevel: true,
  profile: true,
  transport: true,
  timeoutMs: true,
  deadlineMs: true,
  retries: true,
  validate: true,
  logger: true,
  hooks: true,
  tracer: true,
  testing: true,
});

/** Options that are objects, and what each of them may have. */
const NESTED = {
  retries: namesOf<Exclude<NonNullable<GatewayOptions['retries']>, number>>({
    get: true,
    post: true,
    delete: true,
  }),
  hooks: namesOf<GatewayHooks>({ request: true, response: true, retry: true, error: true, warning: true }),
  testing: namesOf<GatewayRuntime>({ now: true, random: true, uuid: true, timer: true, hmac: true }),
} as const satisfies Partial<Record<keyof GatewayOptions, readonly string[]>>;

/** The options that the environment gives instead of the caller of `gatewayFromEnv`. */
const FROM_ENV: readonly string[] = ['baseUrl', 'clientId', 'clientSecret', 'signatureSecret', 'test'];

/** One sentence for each option that there is not, with the one that was probably meant: a misspelled one would do nothing. */
export function unknownOptions(options: GatewayOptions): string[] {
  return [
    ...unknownNames('option of createGateway', options, OPTIONS),
    ...Object.entries(NESTED).flatMap(([name, known]) => {
      const value = options[name as keyof typeof NESTED];
      return isPlainObject(value) ? unknownNames(`key of ${name}`, value, known) : [];
    }),
  ];
}

/** The same for what `gatewayFromEnv` is given beside `env`. */
export function unknownEnvOptions(options: object): string[] {
  const known = OPTIONS.filter((name) => !FROM_ENV.includes(name));
  return Object.keys(options).flatMap((name) =>
    FROM_ENV.includes(name)
      ? [`The option "${name}" comes from the environment here. Leave it out, or use createGateway.`]
      : unknownNames('option of gatewayFromEnv', { [name]: true }, known),
  );
}
