import type { AppReturnUrls } from '../appReturnUrls.ts';
import { NOT_JSON, parseJson } from '../http/parseJson.ts';
import { ProblemError } from '../http/problem.ts';
import { readApp } from '../session/readApp.ts';

/** What somebody wants to pay, as the address or the form says it. */
export interface Wish {
  readonly name: 'order' | 'link';
  readonly text: string;
  /** The app to go back to, by its name in `appReturnUrls`. */
  readonly app: string | null;
}

/** Exactly one order or one link, and an app at most. @throws ProblemError `invalid_request` */
export function readWish(fields: URLSearchParams, apps: AppReturnUrls): Wish {
  const app = readApp(apps, fields);
  const given = (['order', 'link'] as const).flatMap((name) =>
    fields.getAll(name).map((text): Wish => ({ name, text, app })),
  );
  const [wish] = given;
  if (wish !== undefined && given.length === 1) return wish;
  throw new ProblemError('invalid_request', { detail: 'Expected ?order=… or ?link=…, once.' });
}

/**
 * The order that a text names, as the widget reads its `order` attribute: an object or a list is written as JSON; any other text is the
 * order as it stands, numbers too.
 *
 * @throws ProblemError `invalid_request` for JSON that nests too deep or reaches a prototype (T21, T44).
 */
export function orderOf(text: string): unknown {
  if (!/^\s*[[{]/.test(text)) return text;
  const json = parseJson(new TextEncoder().encode(text));
  if (json.ok) return json.value;
  if (json.reason === NOT_JSON) return text;
  throw new ProblemError('invalid_request', { detail: json.reason });
}
