import { describe, expect, it } from 'vitest';
import { BASE, type HandlerHarness, handlerHarness } from '../../support/handlerHarness.ts';

/** What a browser sends when the button is pressed. */
function press(
  harness: HandlerHarness,
  fields: Record<string, string>,
  headers: Record<string, string> = {},
): Promise<Response> {
  return harness.fetch('/pay', {
    method: 'POST',
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      origin: 'https://shop.example',
      'sec-fetch-site': 'same-origin',
      ...headers,
    },
    body: new URLSearchParams(fields).toString(),
  });
}

describe('GET /pay?order=…', () => {
  it('shows the sum, the order and a button, and makes no session', async () => {
    const harness = handlerHarness({ handler: { shopName: 'Kettles & Co' } });
    const response = await harness.get('/pay?order=A-1001');
    expect(response.status).toBe(200);
    const page = await response.text();
    expect(page).toContain('Kettles &amp; Co');
    expect(page).toContain('Pay €49.90</button>');
    expect(page).toContain('<bdi>A-1001</bdi>');
    expect(page).toContain(`<form method="post" action="${BASE}/pay">`);
    expect(harness.gateway.created).toEqual([]);
  });

  it('leads to the hosted page by the person’s click', async () => {
    const harness = handlerHarness();
    const response = await press(harness, { order: 'A-1001' });
    expect(response.status).toBe(303);
    const [made] = harness.gateway.created;
    expect(harness.gateway.created).toHaveLength(1);
    expect(made?.orderReference).toBe('A-1001');
    const { value } = (await harness.store.findSessions({ orderReference: 'A-1001', test: true }))[0] ?? {};
    expect(response.headers.get('location')).toBe(value?.redirectUrl);
  });
});
