import { defaultProfile } from './defaultProfile.ts';
import type { GatewayProfile } from './profile.ts';

/**
 * Where a value comes from: `doc` the interface document, `obs` seen in public integrations, `inf` inferred from the
 * document, `inv` invented, `default` no source at all, `changed` by `defineProfile`.
 */
export type PointOrigin = 'doc' | 'obs' | 'inf' | 'inv' | 'default' | 'changed';

/** One point that the interface document leaves open. */
export interface ProfilePoint {
  /** Its number in the list of such points: a letter and a number. */
  point: string;
  question: string;
  /** Members of the profile, or options (`client:test`, `sandbox:mask`), that settle it; none where both forms are read. */
  settings: readonly string[];
  /** By setting: its value as JSON, or `function`. Options of client and sandbox have none here. */
  values: Readonly<Record<string, string>>;
  origin: PointOrigin;
}

type Row = readonly [
  point: string,
  origin: Exclude<PointOrigin, 'changed'>,
  settings: string,
  question: string,
];

const ROWS: readonly Row[] = [
  ['N1', 'inf', 'wire.readCase wire.acceptCase', 'Are field names case-sensitive?'],
  ['N2', 'inf', 'limits.required', 'Which fields must be there?'],
  ['N3', 'inf', 'tokens.parseRecord', "What are a token record's fields?"],
  ['N4', 'default', 'client:configuration.extra', 'Which further Configuration parameters are there?'],
  [
    'N5',
    'obs',
    'limits.languages limits.extraClientFields',
    'Which languages and further customer fields are there?',
  ],
  ['N6', 'inf', 'status.parse', "What is the status answer's body?"],
  ['N7', 'inv', 'status.machine', 'Which state may follow which?'],
  ['N8', 'doc', 'endpoints.retrieve', "What is the status endpoint's path?"],
  ['N9', 'inv', 'payouts.apm', 'How is a payout to an alternative payment method sent?'],
  ['N10', 'inv', 'status.query', "What is the status endpoint's query?"],
  ['N11', 'inf', 'tokens.buildCreate tokens.parseCreate', 'How is a token made?'],
  ['N12', 'inv', 'tokens.deleteCarrier tokens.deleteName', 'Where does a deletion carry the token?'],
  ['N13', 'default', 'endpoints.capture', 'How is an authorised amount captured?'],
  ['N14', 'obs', 'auth', 'What form do the credentials have?'],
  ['N15', 'obs', 'signature.header', 'Which header carries the signature?'],
  ['N16', 'obs', 'signature.sign signature.responses', 'How is the signature computed?'],
  ['N17', 'inv', 'signature.input', 'What do requests without a body sign?'],
  ['N18', 'inv', 'notification.timeUnit', 'What is the unit of SentDateTime?'],
  ['N19', 'inv', 'errors.status', 'Which HTTP status has a failure?'],
  ['N20', 'inv', 'errors.catalogue errors.parseCode', 'Which error codes are there?'],
  ['N21', 'inv', 'notification.schedule', 'When is a notification sent again?'],
  [
    'N22',
    'obs',
    'notification.isAcknowledged notification.timeoutMs notification.ackBody',
    'What acknowledges it?',
  ],
  ['N23', 'obs', 'notification.method notification.encode', 'What verb and form has it?'],
  ['N24', 'obs', 'notification.signature', 'How is it authenticated?'],
  ['N25', 'inv', 'limits.rate', 'How many requests are allowed?'],
  [
    'N26',
    'inv',
    'limits.fields limits.decimals limits.udfPairs limits.bodyBytes',
    'What are the bounds of fields?',
  ],
  ['N27', 'inv', 'wire.headers', 'How are versions told?'],
  ['G1', 'obs', 'status.vocabulary', 'Which status words are there?'],
  ['G2', 'inv', 'notification.onFailure', 'Is a failure notified?'],
  ['G3', 'inf', 'notification.forDirectConnect', 'Is direct connect without 3DS notified?'],
  ['G4', 'obs', 'notification.udf', 'Does the notification carry UDF?'],
  ['G5', 'obs', 'redirect.query redirect.signatureName', 'What query do the redirect addresses get?'],
  ['G6', 'inf', 'wire.clientCase', 'How are the Client names of card payments spelled?'],
  ['G7', 'inf', 'wire.clientCase', 'How are the Client names of payouts spelled?'],
  ['G8', 'inf', 'wire.numbersAs', 'Are card numbers and years texts or numbers?'],
  ['G9', 'obs', 'wire.amount', 'Is the amount a text or a number?'],
  ['G10', 'doc', '', 'Is PspId a text or a number?'],
  ['G11', 'inf', 'wire.accept', 'Which forms has bankAccept?'],
  ['G12', 'inf', 'errors.isDecline', 'Does isSuccess speak of the request or the payment?'],
  ['G13', 'inv', 'sandbox:ids', "Is TransactionToken the page's token?"],
  ['G14', 'obs', 'sandbox:ids', 'What do tokens look like?'],
  ['G15', 'obs', 'notification.parseExpiry', 'What form has CardExpiry?'],
  ['G16', 'inv', 'sandbox:mask', 'How is a card number masked?'],
  ['G17', 'inv', 'redirect.lifetimeMs notification.onExpiry', 'What happens when a page expires?'],
  ['G18', 'inv', 'sandbox:frameAncestors', 'Who may frame the page?'],
  ['G19', 'inf', 'client:test sandbox:allowLive', 'What if IsTest is left out?'],
  ['G20', 'inf', 'wire.configuration', 'Which words have the switches of Configuration?'],
  ['G21', 'obs', 'limits.replay', 'What if a UniqueReference comes again?'],
  ['G22', 'inv', '', 'Does the page tell its parent the result?'],
  ['G23', 'inv', 'redirect.declineEndsPage', 'Does a decline end the page?'],
  ['G24', 'inf', 'wire.country', "How is the customer's country written?"],
  ['G25', 'inv', 'redirect.headLivePage', 'May a page that can still be paid be asked for its headers?'],
];

/** Every open point with what the profile says of it, in the order of their numbers. */
export function describeProfile(profile: GatewayProfile): ProfilePoint[] {
  return ROWS.map(([point, origin, names, question]) => {
    const settings = names === '' ? [] : names.split(' ');
    const own = settings.filter((name) => !name.includes(':'));
    const changed = own.some((name) => !same(member(profile, name), member(defaultProfile, name)));
    return {
      point,
      question,
      settings,
      values: Object.fromEntries(own.map((name) => [name, show(member(profile, name))])),
      origin: changed ? 'changed' : origin,
    };
  });
}

function member(profile: GatewayProfile, path: string): unknown {
  let value: unknown = profile;
  for (const name of path.split('.')) value = (value as Record<string, unknown> | undefined)?.[name];
  return value;
}

function same(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (a === null || b === null || typeof a !== 'object' || typeof b !== 'object') return false;
  const names = Object.keys(a);
  return (
    names.length === Object.keys(b).length &&
    names.every((name) => same((a as Record<string, unknown>)[name], (b as Record<string, unknown>)[name]))
  );
}

function show(value: unknown): string {
  if (value === undefined) return 'unset';
  if (typeof value === 'function') return 'function';
  return JSON.stringify(value, (_name, inner: unknown) => (typeof inner === 'function' ? 'function' : inner));
}
