import { isPlainObject } from '../help/isPlainObject.ts';
import { namesOf } from '../help/namesOf.ts';
import { unknownNames } from '../help/unknownNames.ts';
import type { IdMakers } from './ids.ts';
import type { ListenOptions } from './listen.ts';
import type { SandboxCredentials, SandboxOptions } from './options.ts';

const OPTIONS = namesOf<SandboxOptions>({
  profile: true,
  credentials: true,
  seed: true,
  clock: true,
  mode: true,
  dir: true,
  publicUrl: true,
  bankUrl: true,
  merchantName: true,
  pageDriver: true,
  pciLevel: true,
  mit: true,
  midBalance: true,
  acquirer: true,
  acquirersWithoutPayouts: true,
  allowLive: true,
  cards: true,
  methods: true,
  maxTries: true,
  authorisationDays: true,
  ids: true,
  mask: true,
  frameAncestors: true,
  faults: true,
  allowTarget: true,
  allowPrivateTargets: true,
  deliver: true,
  control: true,
  statusFields: true,
  notificationFields: true,
  transformBody: true,
  onError: true,
});

/** Options that are objects, and what each of them may have. */
const NESTED = {
  credentials: namesOf<SandboxCredentials>({ clientId: true, clientSecret: true, signatureSecret: true }),
  ids: namesOf<IdMakers>({ cardToken: true, hppToken: true, transactionToken: true, authCode: true }),
  control: namesOf<Exclude<NonNullable<SandboxOptions['control']>, false>>({ token: true }),
  transformBody: namesOf<NonNullable<SandboxOptions['transformBody']>>({
    createHpp: true,
    execute: true,
    tokenise: true,
    getToken: true,
    deleteToken: true,
    retrieve: true,
    capture: true,
    notification: true,
  }),
} as const satisfies Partial<Record<keyof SandboxOptions, readonly string[]>>;

const LISTEN = namesOf<ListenOptions>({ port: true, host: true });

/** @throws RangeError for an option that there is not, with the one that was probably meant. */
export function refuseUnknownOptions(options: SandboxOptions): void {
  const unknown = [
    ...unknownNames('option of createSandbox', options, OPTIONS),
    ...Object.entries(NESTED).flatMap(([name, known]) => {
      const value = options[name as keyof typeof NESTED];
      return isPlainObject(value) ? unknownNames(`key of ${name}`, value, known) : [];
    }),
  ];
  if (unknown.length > 0) throw new RangeError(unknown.join(' '));
}

/** The same for `sandbox.listen`. */
export function refuseUnknownListenOptions(options: ListenOptions): void {
  const unknown = unknownNames('option of sandbox.listen', options, LISTEN);
  if (unknown.length > 0) throw new RangeError(unknown.join(' '));
}
