import { BASE, type HandlerHarness } from './handlerHarness.ts';

/** What a browser sends when the pay page's button is pressed. */
export function press(
  harness: Pick<HandlerHarness, 'handler'>,
  fields: Record<string, string>,
  headers: Record<string, string> = {},
  clientAddress?: string,
): Promise<Response> {
  const request = new Request(`${BASE}/pay`, {
    method: 'POST',
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      origin: 'https://shop.example',
      'sec-fetch-site': 'same-origin',
      ...headers,
    },
    body: new URLSearchParams(fields).toString(),
  });
  return harness.handler.fetch(request, clientAddress === undefined ? null : { clientAddress });
}

/** What a link carries after `link=`. */
export function tokenOf(link: string): string {
  return new URL(link).searchParams.get('link') ?? '';
}
