import { sameName } from '../../protocol/gateway/fieldNames.ts';
import { ApiError } from './apiError.ts';

/** A body as far as it is a JSON object, for the log and for faults: what is wrong with it is for the gate to say. */
export function looseBody(text: string): Record<string, unknown> | null {
  try {
    const body: unknown = JSON.parse(text);
    return typeof body === 'object' && body !== null ? (body as Record<string, unknown>) : null;
  } catch {
    return null;
  }
}

/** A field that holds a text, whatever the letter case of its name. */
export function textIn(body: object | null, name: string): string | null {
  const entry = Object.entries(body ?? {}).find(([key]) => sameName(key, name));
  return typeof entry?.[1] === 'string' ? entry[1] : null;
}

export function pathOf(url: string): string {
  const { pathname, search } = new URL(url);
  return `${pathname}${search}`;
}

/** @throws ApiError for a name that is there twice. */
export function queryOf(url: string): Record<string, string> {
  const query: Record<string, string> = {};
  for (const [name, value] of new URL(url).searchParams) {
    if (Object.hasOwn(query, name)) {
      throw new ApiError('INVALID_FIELD', `The query: "${name}" is there twice.`);
    }
    query[name] = value;
  }
  return query;
}
