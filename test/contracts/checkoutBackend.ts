import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createSandbox, type Sandbox } from '../../src/sandbox/index.ts';
import { complaints } from '../support/openApi.ts';
import { until } from '../support/until.ts';

/** A shop's server under test, running beside a sandbox. It knows the orders A-1001, A-1002 … at 49.90 EUR. */
export interface Backend {
  /** `PUBLIC_URL` of the contract. */
  publicUrl: string;
  /** Orders that it has fulfilled, one entry a call. */
  fulfilled(): readonly string[];
  close(): Promise<void>;
}

export interface BackendSettings {
  gatewayUrl: string;
  clientId: string;
  clientSecret: string;
  signatureSecret: string;
  shopOrigin: string;
}

const SHOP = 'http://shop.localhost:3000';
const NOBODY = '0'.repeat(32);

/** What the widget, the customer's browser and the gateway expect of a shop's server, in whatever language it is written. */
export function checkoutBackendContract(
  name: string,
  start: (settings: BackendSettings) => Promise<Backend>,
): void {
  describe(`${name} as the widget's backend`, () => {
    let sandbox: Sandbox;
    let backend: Backend;
    beforeAll(async () => {
      sandbox = createSandbox({ mode: 'instant' });
      const { url } = await sandbox.listen({ port: 0, host: '127.0.0.1' });
      backend = await start({ gatewayUrl: url, ...sandbox.credentials, shopOrigin: SHOP });
    });
    afterAll(async () => {
      await backend?.close();
      await sandbox?.close();
    });
    beforeEach(() => sandbox.faults.clear());

    function open(body: unknown, headers: Record<string, string> = {}): Promise<Response> {
      return fetch(`${backend.publicUrl}/session`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', origin: SHOP, ...headers },
        body: typeof body === 'string' ? body : JSON.stringify(body),
      });
    }
    async function session(order: string) {
      const response = await open({ order, reason: 'open' });
      const body = await response.json();
      expect({ status: response.status, body }).toMatchObject({ status: 201 });
      const token = new URL(body.redirectUrl).pathname.split('/').at(-1) ?? '';
      return { id: body.sessionId as string, body, token };
    }
    async function status(id: string) {
      const response = await fetch(`${backend.publicUrl}/session/${id}`);
      return (await response.json()) as { status: string };
    }
    async function isProblem(response: Response, code: string, httpStatus: number) {
      const body = await response.json();
      expect(response.headers.get('content-type')).toContain('application/problem+json');
      expect(complaints('Problem', body)).toEqual([]);
      expect([response.status, body.status, body.code]).toEqual([httpStatus, httpStatus, code]);
      return body;
    }
    const card = (number = '4242424242424242') => ({
      method: 'card' as const,
      card: { holderName: 'Ada Lovelace', number, expMonth: '12', expYear: '2035', securityCode: '123' },
    });

    it('opens a page for an order at its own price', async () => {
      const { body } = await session('A-1001');
      expect(complaints('CheckoutSession', body)).toEqual([]);
      expect(body.expiresInMs).toBeGreaterThan(110_000);
      expect(body.expiresInMs).toBeLessThanOrEqual(120_000);
      expect(sandbox.transactions.list().at(-1)).toMatchObject({
        orderReference: 'A-1001',
        amount: '49.90',
        currency: 'EUR',
      });
    });

    it('T4 looks at no price that a page sends', async () => {
      const { body } = await session('A-1001');
      const again = await open({
        order: 'A-1001',
        reason: 'open',
        amount: '0.01',
        Amount: '0.01',
        IsTest: false,
      });
      expect((await again.json()).sessionId).toBe(body.sessionId);
      expect(sandbox.transactions.list().filter(({ amount }) => amount === '0.01')).toEqual([]);
    });

    it('T10 gives an order one page that can be paid', async () => {
      const replies = await Promise.all(
        Array.from({ length: 6 }, () => open({ order: 'A-1002', reason: 'open' })),
      );
      const bodies = await Promise.all(replies.map((reply) => reply.json()));
      const ids = new Set(
        bodies
          .filter((body) => 'sessionId' in body && 'redirectUrl' in body)
          .map(({ sessionId }) => sessionId),
      );
      expect(ids.size).toBe(1);
      for (const [index, reply] of replies.entries()) {
        if (reply.status !== 201)
          expect([reply.status, bodies[index].code]).toEqual([409, 'session_in_progress']);
      }
      expect(
        sandbox.transactions.list().filter(({ orderReference }) => orderReference === 'A-1002'),
      ).toHaveLength(1);
    });

    it('refuses what the contract refuses', async () => {
      await isProblem(await open({ order: 'nothing', reason: 'open' }), 'order_not_found', 404);
      await isProblem(await open('{'), 'invalid_request', 400);
      await isProblem(await open('[]'), 'invalid_request', 400);
      await isProblem(await open({ order: 'A-1001', reason: 'whim' }), 'invalid_request', 400);
      await isProblem(
        await open({ order: 'A-1001', reason: 'renew', previous: 'a b' }),
        'invalid_request',
        400,
      );
      await isProblem(
        await open({ order: 'A-1001' }, { 'content-type': 'text/plain' }),
        'unsupported_media_type',
        415,
      );
      await isProblem(await open({ order: 'x'.repeat(100_000) }), 'body_too_large', 413);
      await isProblem(await fetch(`${backend.publicUrl}/nothing`), 'not_found', 404);
    });

    it('T29 refuses pages of other sites', async () => {
      const response = await open({ order: 'A-1001', reason: 'open' }, { origin: 'https://evil.example' });
      expect(response.headers.get('access-control-allow-origin')).not.toBe('https://evil.example');
      await isProblem(response, 'origin_not_allowed', 403);
    });

    it('lets the shop’s own page ask', async () => {
      const preflight = await fetch(`${backend.publicUrl}/session`, {
        method: 'OPTIONS',
        headers: {
          origin: SHOP,
          'access-control-request-method': 'POST',
          'access-control-request-headers': 'content-type',
        },
      });
      expect(preflight.ok).toBe(true);
      expect(preflight.headers.get('access-control-allow-origin')).toBe(SHOP);
      expect(preflight.headers.get('access-control-allow-headers')?.toLowerCase()).toContain('content-type');
    });

    it('T28 answers unknown and malformed sessions alike', async () => {
      for (const id of [NOBODY, 'a', '..%2f']) {
        const response = await fetch(`${backend.publicUrl}/session/${id}`);
        await isProblem(response, 'not_found', 404);
      }
    });

    it('says "open", then "completed" once paid, and fulfils once (S17, S18)', async () => {
      const { id, token } = await session('A-1003');
      const before = await status(id);
      expect(before).toMatchObject({ status: 'open' });
      expect(complaints('SessionStatusReply', before)).toEqual([]);

      await sandbox.page.choose(token, card());
      await sandbox.settle();
      await until(async () => (await status(id)).status === 'completed');
      expect(complaints('SessionStatusReply', await status(id))).toEqual([]);
      await until(() => backend.fulfilled().includes('A-1003'));

      const notification = sandbox.notifications.list().at(-1);
      await sandbox.notifications.resend(notification?.id ?? '');
      await sandbox.settle();
      await status(id);
      expect(backend.fulfilled().filter((order) => order === 'A-1003')).toEqual(['A-1003']);

      const body = await isProblem(await open({ order: 'A-1003', reason: 'open' }), 'already_completed', 409);
      expect(body).toMatchObject({ sessionId: id, orderReference: 'A-1003' });
    });

    it('learns of a payment whose notification is lost (S18)', async () => {
      sandbox.notifications.pause();
      const { id, token } = await session('A-1004');
      await sandbox.page.choose(token, card());
      await until(async () => (await status(id)).status === 'completed');
      sandbox.notifications.resume();
    });

    it('says "failed" of a refused payment, and lets the order try again', async () => {
      const { id, token } = await session('A-1005');
      await sandbox.page.cancel(token);
      await until(async () => (await status(id)).status === 'failed');
      expect((await session('A-1005')).id).not.toBe(id);
    });

    it('T1 refuses a forged notification, and settles nothing by it', async () => {
      const { id } = await session('A-1006');
      const callBack = sandbox.transactions.list().at(-1)?.callBackUrl ?? '';
      const forged = JSON.stringify({
        OrderReference: 'A-1006',
        Status: 'Processed',
        Amount: '49.90',
        Currency: 'EUR',
      });
      const response = await fetch(callBack, {
        method: 'POST',
        headers: { 'content-type': 'application/json', signature: 'bm90IGdlbnVpbmU=' },
        body: forged,
      });
      await isProblem(response, 'not_authorized', 401);
      expect(await status(id)).toMatchObject({ status: 'open' });
      expect(backend.fulfilled()).not.toContain('A-1006');
    });

    it('T2 settles nothing by an answer that speaks of another sum', async () => {
      const { id, token } = await session('A-1010');
      const alter = { do: 'alter', fields: { Amount: '0.01' } } as const;
      sandbox.faults.add({ ...alter, match: { operation: 'retrieve' } });
      sandbox.faults.add({ ...alter, match: { operation: 'notification' } });
      const seen = sandbox.requests.list().length;
      await sandbox.page.choose(token, card());
      await sandbox.settle();
      const asked = () =>
        sandbox.requests
          .list()
          .slice(seen)
          .some(({ operation, fault }) => operation === 'retrieve' && fault === 'alter');
      await until(async () => {
        expect(['open', 'pending']).toContain((await status(id)).status);
        return asked();
      });
      expect(['open', 'pending']).toContain((await status(id)).status);
      expect(backend.fulfilled()).not.toContain('A-1010');
      sandbox.faults.clear();
      await until(async () => (await status(id)).status === 'completed');
    });

    it('T8 shows a return page that decides nothing, framed by the shop and the gateway only', async () => {
      const { id, body } = await session('A-1007');
      for (const method of ['GET', 'POST']) {
        const response = await fetch(`${backend.publicUrl}/return/${id}/success?Status=PROCESSED&Pspid=1`, {
          method,
        });
        expect(response.status).toBe(200);
        expect(response.headers.get('x-frame-options')).toBeNull();
        const policy = response.headers.get('content-security-policy') ?? '';
        const ancestors = /frame-ancestors ([^;]*)/.exec(policy)?.[1]?.split(' ') ?? [];
        expect(ancestors).toEqual(expect.arrayContaining([SHOP, new URL(body.redirectUrl).origin]));
        expect(ancestors).not.toContain('*');
        expect(policy).toMatch(/script-src 'nonce-/);
        expect(await response.text()).toContain(id);
      }
      expect(['open', 'pending']).toContain((await status(id)).status);
    });

    it('T16 writes nothing of the query or a strange hint into the return page', async () => {
      const { id } = await session('A-1008');
      const response = await fetch(
        `${backend.publicUrl}/return/${id}/hack?x=%3Cscript%3Ealert(1)%3C/script%3E`,
      );
      const text = await response.text();
      expect(text).not.toContain('alert(1)');
      expect(text).not.toContain('hack');
      const unknown = await fetch(`${backend.publicUrl}/return/${NOBODY}/success`);
      expect(unknown.status).toBe(404);
    });

    it('says so when the gateway is away, and makes nothing up', async () => {
      sandbox.faults.add({ do: 'status', status: 503, match: { operation: 'createHpp' } });
      const body = await isProblem(
        await open({ order: 'A-1009', reason: 'open' }),
        'gateway_unavailable',
        503,
      );
      expect(body.retryAfterMs).toBeGreaterThan(0);
      sandbox.faults.clear();
      await session('A-1009');
    });

    it('keeps answers out of caches, and tells its health', async () => {
      const response = await fetch(`${backend.publicUrl}/health`);
      expect(complaints('Health', await response.json())).toEqual([]);
      expect(response.headers.get('cache-control')).toBe('no-store');
      expect(response.headers.get('x-content-type-options')).toBe('nosniff');
    });
  });
}
