import { describe, expect, it } from 'vitest';
import { memoryStore } from '../../../src/merchant/store/memory.ts';
import { english } from '../../../src/view/language/returnTexts.ts';
import { fastest } from '../../support/fastest.ts';
import { type HandlerHarness, handlerHarness } from '../../support/handlerHarness.ts';

const islandOf = (html: string) =>
  JSON.parse(/<script type="application\/json" id="checkout">(.*?)<\/script>/s.exec(html)?.[1] ?? 'null');
const policyOf = (response: Response) =>
  new Map(
    (response.headers.get('content-security-policy') ?? '').split('; ').map((part) => {
      const [name = '', ...values] = part.split(' ');
      return [name, values.join(' ')];
    }),
  );
const withoutNonce = (html: string) => html.replaceAll(/nonce="[^"]*"/g, 'nonce=""');
const returnTo = (harness: HandlerHarness, id: string, rest = 'success', init?: RequestInit) =>
  harness.fetch(`/return/${id}/${rest}`, init);

describe('the return page', () => {
  it('T8 a success address opened by hand settles nothing', async () => {
    const harness = handlerHarness();
    const id = await harness.session();
    const { body } = await harness.gateway.notification({ Status: 'Processed' });
    const query = '?Pspid=850907&OrderReference=A-1&Status=PROCESSED&Signature=Zm9yZ2Vk';
    for (const init of [{}, { method: 'POST', body, headers: { 'content-type': 'application/json' } }]) {
      const response = await returnTo(harness, id, `success${query}`, init);
      expect(response.status).toBe(200);
      expect(await response.text()).toContain('data-state="confirming"');
    }
    await harness.drain();
    expect((await harness.record(id)).status).toBe('pending');
    expect(harness.payments).toEqual([]);
    expect(harness.gateway.asked).toHaveLength(1);
  });

  it('T8 shows what the server knows, whichever address was opened', async () => {
    const harness = handlerHarness();
    const failed = await harness.session('A-1');
    harness.gateway.set({ Status: 'Declined' });
    await harness.notify();
    expect(await (await returnTo(harness, failed, 'success')).text()).toContain('data-state="failed"');
    const paid = await harness.session('A-2');
    harness.gateway.pay();
    await harness.notify();
    expect(await (await returnTo(harness, paid, 'failure')).text()).toContain('data-state="completed"');
  });

  it('takes a bank’s cross-site POST of any form, without a cookie', async () => {
    const harness = handlerHarness();
    const id = await harness.session();
    const headers = {
      origin: 'https://acs.bank.example',
      'sec-fetch-site': 'cross-site',
      'sec-fetch-dest': 'iframe',
      'content-type': 'application/x-www-form-urlencoded',
    };
    const response = await returnTo(harness, id, 'success', {
      method: 'POST',
      headers,
      body: 'cres=x&Status=PROCESSED',
    });
    expect(response.status).toBe(200);
    expect(response.headers.get('set-cookie')).toBeNull();
    expect((await harness.record(id)).returnedAt).not.toBeNull();
  });

  it('an address that names no session is a page of its own, with a way on', async () => {
    const harness = handlerHarness({ handler: { continueUrl: 'https://shop.example/basket' } });
    for (const id of ['0'.repeat(32), 'x', '%3Cscript%3E']) {
      const response = await returnTo(harness, id);
      const html = await response.text();
      expect(response.status).toBe(404);
      expect(html).toContain(english.unknown.title);
      expect(html).toContain('href="https://shop.example/basket"');
      expect(html.replace('<script type="application/json" id="checkout">null</script>', '')).not.toContain(
        '<script',
      );
    }
  });

  it('F42 is still a page, and still tells the shop, while the store is down', async () => {
    let down = false;
    const harness = handlerHarness({
      store: (now) => {
        const memory = memoryStore({ now });
        return {
          ...memory,
          getSession: (id) => (down ? Promise.reject(new Error('gone')) : memory.getSession(id)),
        };
      },
    });
    const id = await harness.session();
    down = true;
    const response = await returnTo(harness, id);
    const html = await response.text();
    expect(response.status).toBe(503);
    expect(html).toContain('data-state="slow"');
    expect(islandOf(html)).toMatchObject({ session: id });
  });
});

describe('the return page under attack', () => {
  const payloads = [
    '<script>alert(1)</script>',
    '"><img src=x onerror=alert(1)>',
    "'-alert(1)-'",
    '</script><script>alert(1)</script>',
    '<!--<script>',
    `{{7*7}}\${7*7}<%=7*7%>`,
    'javascript:alert(1)',
    '+ADw-script+AD4-alert(1)+ADw-/script+AD4-',
    '\u2028alert(1)',
    '%3Cscript%3Ealert(1)%3C/script%3E',
    'CANARY-1234',
  ];

  it('T16 no value of the query, the body or a header is in the page', async () => {
    const harness = handlerHarness();
    const id = await harness.session();
    const clean = withoutNonce(await (await returnTo(harness, id)).text());
    for (const name of [
      'Pspid',
      'OrderReference',
      'Status',
      'Signature',
      'errorMessage',
      'lang',
      'next',
      'id',
      'hint',
    ]) {
      for (const payload of payloads) {
        const query = `${name}=${encodeURIComponent(payload)}&${name}=${encodeURIComponent(payload)}&${name}[]=1`;
        for (const init of [
          {},
          { method: 'POST', body: query, headers: { 'content-type': 'application/x-www-form-urlencoded' } },
        ]) {
          const response = await returnTo(harness, id, `success?${query}`, init);
          expect(withoutNonce(await response.text())).toBe(clean);
        }
      }
    }
    for (const payload of ['<script>', 'x"onload="y', 'en<b>']) {
      const response = await returnTo(harness, id, 'success', {
        headers: { 'accept-language': payload, referer: `https://x/${payload}`, 'user-agent': payload },
      });
      expect(withoutNonce(await response.text())).toBe(clean);
    }
  });

  it('T16 a hint that we did not write reads as unknown', async () => {
    const harness = handlerHarness();
    const id = await harness.session();
    for (const hint of ['<script>', 'SUCCESS', '__proto__', 'x'.repeat(2_000)]) {
      const html = await (await returnTo(harness, id, encodeURIComponent(hint))).text();
      expect(islandOf(html).hint).toBe('unknown');
      expect(html).not.toContain('x'.repeat(2_000));
    }
  });

  it('T16 what the server itself puts in is escaped', async () => {
    const nasty = 'A & <b>"B"</b> </script><script>alert(1)</script>';
    const harness = handlerHarness({
      handler: { shopName: nasty, continueUrl: 'https://shop.example/?a=1&b="</script>' },
    });
    const id = await harness.session();
    const html = await (await returnTo(harness, id)).text();
    expect(html).not.toContain('<script>alert(1)');
    expect(html).toContain('A &amp; &lt;b&gt;');
    expect(islandOf(html).next.other).toBe('https://shop.example/?a=1&b=%22%3C/script%3E');
  });

  it('T16 lets nothing run but its own script, load but the status, or point elsewhere', async () => {
    const harness = handlerHarness();
    const id = await harness.session();
    const response = await returnTo(harness, id);
    const html = await response.text();
    const policy = policyOf(response);
    const nonce = /'nonce-([0-9a-f]{32})'/.exec(policy.get('script-src') ?? '')?.[1] ?? '';
    expect(Object.fromEntries(policy)).toMatchObject({
      'default-src': "'none'",
      'script-src': `'nonce-${nonce}'`,
      'style-src': `'nonce-${nonce}'`,
      'connect-src': "'self'",
      'base-uri': "'none'",
      'form-action': "'none'",
    });
    expect(html).toContain(`<script nonce="${nonce}">`);
    const again = await returnTo(harness, id);
    expect(again.headers.get('content-security-policy')).not.toContain(nonce);
    expect(html).not.toMatch(/ style=| on[a-z]+=/);
  });

  it('T17 goes on to configured addresses alone', async () => {
    const urls = { successUrl: '/thanks', failureUrl: 'https://shop.example/basket' };
    const harness = handlerHarness({ handler: urls });
    const id = await harness.session();
    const clean = await (await returnTo(harness, id)).text();
    const next = {
      completed: 'https://shop.example/thanks',
      failed: 'https://shop.example/basket',
      pending: null,
      other: 'https://shop.example/basket',
    };
    expect(islandOf(clean).next).toEqual(next);
    const targets = [
      'https://evil.example',
      '//evil.example',
      '/\\evil.example',
      '\\\\evil.example',
      'javascript:alert(1)',
      'data:text/html,x',
      'https:evil.example',
    ];
    for (const target of targets) {
      for (const name of ['next', 'url', 'continue', 'RedirectionURL', 'successUrl', 'return_to']) {
        const response = await returnTo(harness, id, `success?${name}=${encodeURIComponent(target)}`);
        expect(response.headers.get('location')).toBeNull();
        expect(islandOf(await response.text()).next).toEqual(next);
      }
    }
  });

  it('T17 fills the placeholders, percent-encoded, so that no reference leads elsewhere', async () => {
    const harness = handlerHarness({
      handler: {
        successUrl: '/thanks/{ORDER_REFERENCE}?session={SESSION_ID}#{ORDER_REFERENCE}',
        failureUrl: '{ORDER_REFERENCE}',
        pendingUrl: 'https://www.shop.example/%7BORDER_REFERENCE%7D/wait',
      },
    });
    const shop = 'https://shop.example';
    for (const [reference, filled] of [
      ['A-1', 'A-1'],
      ['A 1/ü?&#%7B', 'A%201%2F%C3%BC%3F%26%23%257B'],
      ['//evil.example', '%2F%2Fevil.example'],
      ['\\\\evil.example', '%5C%5Cevil.example'],
      ['javascript:alert(1)', 'javascript%3Aalert(1)'],
      ['{SESSION_ID}', '%7BSESSION_ID%7D'],
      ['$&$1', '%24%26%241'],
      ['\ud800', '%EF%BF%BD'],
    ] as const) {
      const id = await harness.session(reference);
      expect(islandOf(await (await returnTo(harness, id)).text()).next).toEqual({
        completed: `${shop}/thanks/${filled}?session=${id}#${filled}`,
        failed: `${shop}/${filled}`,
        pending: `https://www.shop.example/${filled}/wait`,
        other: `${shop}/${filled}`,
      });
    }
    // Nobody's page: there is nothing to fill in.
    const nobody = await (await returnTo(harness, '0'.repeat(32))).text();
    expect(nobody).not.toContain('ORDER_REFERENCE');
    expect(nobody).not.toContain('<a ');
  });

  it('the link leads on by what the server knows, without JavaScript', async () => {
    const harness = handlerHarness({
      handler: { successUrl: '/thanks', failureUrl: '/basket', pendingUrl: '/wait', continueUrl: '/orders' },
    });
    const linkOf = async (id: string) =>
      /class="on"><a href="([^"]*)"/.exec(await (await returnTo(harness, id)).text())?.[1];
    const id = await harness.session();
    expect(await linkOf(id)).toBe('https://shop.example/wait');
    harness.gateway.pay();
    await harness.notify();
    expect(await linkOf(id)).toBe('https://shop.example/thanks');
    const declined = await harness.session('A-2');
    harness.gateway.set({ Status: 'Declined' });
    await harness.notify();
    expect(await linkOf(declined)).toBe('https://shop.example/basket');
    expect(await linkOf('0'.repeat(32))).toBe('https://shop.example/orders');
  });

  it('T17 a function may choose the address by order; another scheme is the shop’s bug, not a way out', async () => {
    const harness = handlerHarness({
      handler: { successUrl: ({ orderReference }) => `/orders/${orderReference}` },
    });
    const id = await harness.session();
    expect(islandOf(await (await returnTo(harness, id)).text()).next.completed).toBe(
      'https://shop.example/orders/A-1',
    );
    const broken = handlerHarness({ handler: { successUrl: () => 'javascript:alert(1)' } });
    const html = await (await returnTo(broken, await broken.session())).text();
    expect(islandOf(html).next.completed).toBeNull();
  });

  it('T31 is framed by the shop and the hosted page, and by nobody else; never X-Frame-Options', async () => {
    const harness = handlerHarness();
    const id = await harness.session();
    const ancestors = 'https://shop.example https://www.shop.example https://pay.example';
    const response = await returnTo(harness, id);
    expect(policyOf(response).get('frame-ancestors')).toBe(ancestors);
    expect(response.headers.get('x-frame-options')).toBeNull();
    harness.gateway.pay();
    await harness.notify();
    // The page's address is cleared from a settled record; its origin is not forgotten.
    expect(policyOf(await returnTo(harness, id)).get('frame-ancestors')).toBe(ancestors);
  });

  it('T43 sends no referrer, is not kept, and loads nothing', async () => {
    const harness = handlerHarness();
    const response = await returnTo(harness, await harness.session());
    const html = await response.text();
    expect(response.headers.get('referrer-policy')).toBe('no-referrer');
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(html.replace('<link rel="icon" href="data:,">', '')).not.toMatch(
      /<(link|img|iframe|script[^>]* src)/,
    );
    expect(html).toContain('history.replaceState');
  });

  it('holds nothing of the card, the customer, the gateway’s ids or the session’s secret', async () => {
    const harness = handlerHarness();
    const id = await harness.session();
    harness.gateway.pay();
    await harness.notify({ Email: 'a@shop.example' });
    const html = await (await returnTo(harness, id)).text();
    const record = await harness.record(id);
    const secret = harness.gateway.created[0]?.callBackUrl.split('/').at(-1) ?? 'none';
    for (const word of [
      '850907',
      'a@shop.example',
      record.uniqueReference,
      record.notifySecretHash,
      secret,
      '424242',
    ]) {
      expect(html).not.toContain(word);
    }
  });
});

describe('the return page’s language', () => {
  it('is the order’s, else the browser’s, else English', async () => {
    const harness = handlerHarness({
      handler: {
        resolveOrder: (order) => ({
          orderReference: String(order),
          amount: '1.00',
          currency: 'EUR',
          ...(order === 'A-IT' ? { language: 'it' } : {}),
        }),
      },
    });
    const italian = await harness.session('A-IT');
    const other = await harness.session('A-2');
    const langOf = async (id: string, accepted: string) => {
      const response = await returnTo(harness, id, 'success', { headers: { 'accept-language': accepted } });
      return /<html lang="([\w-]+)" dir="(\w+)"/
        .exec(await response.text())
        ?.slice(1)
        .join();
    };
    expect(await langOf(italian, 'de')).toBe('it,ltr');
    expect(await langOf(other, 'de-AT,de;q=0.9,en;q=0.8')).toBe('de,ltr');
    expect(await langOf(other, 'xx, en;q=0.2, ar;q=0.7')).toBe('ar,rtl');
    expect(await langOf(other, 'fr;q=0, xx')).toBe('en,ltr');
    expect(await langOf(other, '*;q=x,,,;;')).toBe('en,ltr');
    expect(await langOf(other, 'zh-TW,zh;q=0.9')).toBe('zh-Hant,ltr');
    expect(await langOf(other, 'no, en;q=0.5')).toBe('nb,ltr');
    expect(await langOf(other, 'tlh, iw;q=0.5, en;q=0.4')).toBe('he,rtl');
  });

  it('T45 reads a hostile Accept-Language in no time', async () => {
    const harness = handlerHarness();
    const id = await harness.session();
    const took = await fastest(async () => {
      for (const part of [';q=', 'xx,', 'a-', '"', ',']) {
        await returnTo(harness, id, 'success', { headers: { 'accept-language': part.repeat(5_000) } });
      }
    }, 3);
    expect(took).toBeLessThan(1_000);
  });
});
