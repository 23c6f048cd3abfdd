import { isWebUrl } from '../protocol/gateway/isWebUrl.ts';

/** Without a slash at the end. */
export function readBaseUrl(text: string): string {
  return new URL(text).href.replace(/\/+$/, '');
}

/** What is wrong with a gateway's address, as the end of a sentence; `null` when nothing is. It repeats nothing of the address. */
export function baseUrlProblem(text: unknown, test: boolean): string | null {
  const url = typeof text === 'string' && URL.canParse(text) ? new URL(text) : null;
  if (url === null || !isWebUrl(url.href)) {
    return 'expected an absolute address such as "https://gateway.example".';
  }
  if (url.protocol === 'http:' && !test) return 'expected https, since test is false.';
  if (url.username !== '' || url.password !== '' || url.search !== '' || url.hash !== '') {
    return 'expected no user, query or fragment.';
  }
  return null;
}
