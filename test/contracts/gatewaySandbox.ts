import { createGateway } from '../../src/gateway/createGateway.ts';
import type { GatewayOptions } from '../../src/gateway/options.ts';
import type { PaymentNotification } from '../../src/protocol/gateway/transaction.ts';
import { createSandbox, type Sandbox, type SandboxOptions } from '../../src/sandbox/index.ts';
import type { Contracted } from './gateway.ts';

export interface SandboxedGateway extends Contracted {
  sandbox: Sandbox;
  payOnPage(token: string, cardNumber: string): Promise<void>;
  notified(): Promise<PaymentNotification[]>;
}

/** The sandbox as a gateway under contract: in process, or over a socket of this machine. */
export async function sandboxed(
  over: 'in process' | 'a socket',
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
  const { url } =
    over === 'a socket'
      ? await sandbox.listen({ port: 0, host: '127.0.0.1' })
      : { url: 'http://sandbox.localhost' };
  const clients: ReturnType<typeof createGateway>[] = [];
  const client = (options: Partial<GatewayOptions> = {}) => {
    const gateway = createGateway({
      baseUrl: url,
      ...sandbox.credentials,
      test: true,
      ...(over === 'in process' ? { transport: (address, init) => sandbox.fetch(address, init) } : {}),
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
      await sandbox.close();
    },
  };
}
