import { createGateway } from '../../src/gateway/createGateway.ts';
import { fetchTransport } from '../../src/gateway/http/fetchTransport.ts';
import { nodeTransport } from '../../src/gateway/http/nodeTransport.ts';
import type { Transport } from '../../src/gateway/http/transport.ts';
import type { GatewayOptions } from '../../src/gateway/options.ts';
import type { PaymentNotification } from '../../src/protocol/gateway/transaction.ts';
import { createSandbox, type Sandbox, type SandboxOptions } from '../../src/sandbox/index.ts';
import { type StrictServer, strictServer } from '../support/strictServer.ts';
import type { Contracted } from './gateway.ts';

export interface SandboxedGateway extends Contracted {
  sandbox: Sandbox;
  payOnPage(token: string, cardNumber: string): Promise<void>;
  notified(): Promise<PaymentNotification[]>;
}

/**
 * How client and sandbox are joined: without a wire; over the sandbox's own socket; or over one where requests are framed
 * strictly by RFC 9112 and connections are kept, with either of the client's transports.
 */
export type Wire = 'in process' | 'a socket' | 'strict framing, node transport' | 'strict framing, fetch';

/** The sandbox as a gateway under contract. `close` fails when the strict wire carried anything but whole requests. */
export async function sandboxed(
  over: Wire,
  sandboxOptions: SandboxOptions = {},
  gatewayOptions: Partial<GatewayOptions> = {},
): Promise<SandboxedGateway> {
  const notifications: { body: string; headers: Record<string, string>; url: string }[] = [];
  const sandbox = createSandbox({
    seed: 11,
    mode: 'instant',
    pciLevel: 'saq-d',
    mit: true,
    deliver: async (url, { body, headers }) => {
      notifications.push({ url, body: body ?? '', headers });
      return new Response('OK');
    },
    ...sandboxOptions,
  });
  const strict = over.startsWith('strict') ? await strictly(sandbox) : null;
  const { url } =
    over === 'a socket'
      ? await sandbox.listen({ port: 0, host: '127.0.0.1' })
      : { url: strict === null ? 'http://sandbox.localhost' : `http://127.0.0.1:${strict.port}` };
  const clients: ReturnType<typeof createGateway>[] = [];
  const node = over === 'strict framing, node transport' ? nodeTransport({}) : undefined;
  const transport = ((): Transport | undefined => {
    if (over === 'in process') return (address, init) => sandbox.fetch(address, init);
    if (over === 'a socket') return undefined;
    const send = node ?? fetchTransport();
    // A live client asks for https, which no server here speaks.
    return (address, init) => send(address.replace(/^https:\/\/sandbox\.localhost/, url), init);
  })();
  const client = (options: Partial<GatewayOptions> = {}) => {
    const gateway = createGateway({
      baseUrl: url,
      ...sandbox.credentials,
      test: true,
      ...(transport === undefined ? {} : { transport }),
      ...gatewayOptions,
      ...options,
    });
    clients.push(gateway);
    return gateway;
  };
  return {
    sandbox,
    client,
    async payOnPage(token, number) {
      const typed = {
        holderName: 'Ada Lovelace',
        number,
        expMonth: '12',
        expYear: '2040',
        securityCode: '123',
      };
      const step = await sandbox.page.choose(token, { method: 'card', card: typed });
      if (step.kind !== 'leave') throw new Error(`The page did not take the card: ${JSON.stringify(step)}`);
    },
    async notified() {
      await sandbox.settle();
      const reader = client();
      return Promise.all(notifications.map((notification) => reader.notifications.verify(notification)));
    },
    async close() {
      for (const gateway of clients) gateway.close();
      node?.close();
      await strict?.close();
      await sandbox.close();
      if (strict !== null && strict.refusals.length > 0) {
        throw new Error(`Requests that were not framed: ${strict.refusals.join('; ')}`);
      }
    },
  };
}

/** The sandbox behind a server that shares no HTTP with the client. */
function strictly(sandbox: Sandbox): Promise<StrictServer> {
  return strictServer(({ method, target, headers, body }) => {
    const host = headers.find(([name]) => name.toLowerCase() === 'host')?.[1];
    const init = { method, headers: new Headers(headers) };
    return sandbox.fetch(new URL(target, `http://${host}`).href, {
      ...init,
      ...(method === 'GET' || method === 'HEAD' ? {} : { body: new Uint8Array(body) }),
    });
  });
}
