import { sha256 } from '../platform/sha256.ts';

/**
 * The last part of the return addresses that the gateway is given. Who comes by it was sent by the hosted page: nobody else
 * knows it, while a session's id is known to every page that asked for the order (T61). Made of what only the store has, so
 * it needs no column of its own.
 */
export async function returnProof(session: { notifySecretHash: string }): Promise<string> {
  return (await sha256(`return:${session.notifySecretHash}`)).slice(0, 32);
}
