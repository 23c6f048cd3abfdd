import { sameName } from '../../protocol/gateway/fieldNames.ts';

/** Shorter parts of an address are words: `notify`, `checkout`. */
const SHORTEST_SEGMENT = 16;

/**
 * What in the `CallBackURL` of a request or an answer whoever knows it could send notifications to: its path and query. Also alone its long
 * segments and its query's values, as an error text may repeat them.
 */
export function addressSecrets(body: Readonly<Record<string, unknown>> | null | undefined): string[] {
  const name = Object.keys(body ?? {}).find((key) => sameName(key, 'CallBackURL'));
  const text = name === undefined ? undefined : body?.[name];
  if (typeof text !== 'string' || !URL.canParse(text)) return [];
  const { pathname, search, searchParams } = new URL(text);
  const [last = ''] = pathname.split('/').slice(-1);
  return [
    ...(pathname === '/' && search === '' ? [] : [`${pathname}${search}`]),
    ...(last.length < SHORTEST_SEGMENT ? [] : [last]),
    ...searchParams.values(),
  ];
}
