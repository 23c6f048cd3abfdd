import { isWebUrl } from '../../protocol/gateway/isWebUrl.ts';
import type { PageAnswer } from './lookAtPage.ts';

/* What an answer proves of how the pages of its origin are framed. */

export const isPage = ({ status }: PageAnswer): boolean => status >= 200 && status < 300;

/** Then GET asks, when the address is over. */
export const isHeadRefused = ({ status }: PageAnswer): boolean => status === 405 || status === 501;

export const isPageOrGone = (answer: PageAnswer): boolean => isPage(answer) || answer.status === 410;

/** Which address is looked at: as the browser takes it, https, or in test mode http on this machine (T14). */
export function isPageAddress(address: string, test: boolean): boolean {
  if (!isWebUrl(address)) return false;
  const { protocol, hostname, username, password } = new URL(address);
  if (username !== '' || password !== '') return false;
  return protocol === 'https:' || (test && /^(([^/]+\.)?localhost|127(\.\d+){3}|\[::1])$/.test(hostname));
}
