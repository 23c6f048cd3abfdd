import { createGateway } from '../../src/gateway/createGateway.ts';
import { gatewayContract } from './gateway.ts';
import { sandboxed } from './gatewaySandbox.ts';

gatewayContract('the sandbox in process', () => sandboxed('in process'));
gatewayContract('the sandbox over a socket', () => sandboxed('a socket'));
for (const wire of ['strict framing, node transport', 'strict framing, fetch'] as const) {
  gatewayContract(`the sandbox over a socket with ${wire}`, () => sandboxed(wire));
}

/*
 * A real endpoint, with test transactions only: CONTRACT_BASE_URL, CONTRACT_CLIENT_ID, CONTRACT_CLIENT_SECRET,
 * CONTRACT_SIGNATURE_SECRET. It must take the sandbox's test cards for what is asked with cards; CONTRACT_STATELESS=1 asks for
 * the shapes only.
 */
const { CONTRACT_BASE_URL: baseUrl, CONTRACT_STATELESS: stateless } = process.env;
if (baseUrl !== undefined) {
  const read = (name: string) => {
    const value = process.env[name];
    if (value === undefined) throw new Error(`CONTRACT_BASE_URL is set, but ${name} is not.`);
    return value;
  };
  gatewayContract(baseUrl, async () => ({
    stateless: stateless === '1',
    client: (over) =>
      createGateway({
        baseUrl,
        clientId: read('CONTRACT_CLIENT_ID'),
        clientSecret: read('CONTRACT_CLIENT_SECRET'),
        signatureSecret: read('CONTRACT_SIGNATURE_SECRET'),
        test: true,
        ...over,
      }),
    close: async () => undefined,
  }));
}
