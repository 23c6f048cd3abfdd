import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { OpenAPIBackend } from 'openapi-backend';
import { createGateway } from '../../src/gateway/createGateway.ts';
import type { Contracted } from './gateway.ts';
import document from './openapi.json' with { type: 'json' };

/** What the mock made of one request. */
export interface Mocked {
  operation: string;
  /** What is wrong with it by the description; empty when nothing is. */
  problems: readonly string[];
  body: unknown;
}

/**
 * The interface as its OpenAPI description has it, answered by a library that knows nothing of this project: requests are
 * checked against the description, answers are its examples. It remembers nothing. (`quick`: the library's own check of descriptions knows OpenAPI 3.0 only.)
 */
export async function openapiMock(requests: Mocked[] = []): Promise<Contracted> {
  const api = new OpenAPIBackend({
    definition: document as never,
    strict: true,
    quick: true,
    ajvOpts: { strict: false, formats: { uri: URL.canParse, date: /^\d{4}-\d{2}-\d{2}$/ } },
  });
  const refuse = (operation: string, problems: string[], body: unknown) => {
    requests.push({ operation, problems, body });
    return { status: 400, body: { isSuccess: false, errorMessage: problems.join('; ') } };
  };
  api.register({
    validationFail: (c) =>
      refuse(
        c.operation?.operationId ?? '?',
        (c.validation.errors ?? []).map((e) => `${e.instancePath} ${e.message}`),
        c.request.requestBody,
      ),
    unauthorizedHandler: (c) =>
      refuse(c.operation?.operationId ?? '?', ['no credentials or no signature'], null),
    notFound: (c) => refuse('none', [`no such path: ${c.request.path}`], null),
    notImplemented: (c) => {
      const operation = c.operation.operationId ?? '?';
      const body = c.request.requestBody as { TransactionType?: string } | undefined;
      requests.push({ operation, problems: [], body });
      const example =
        operation === 'execute'
          ? body?.TransactionType === 'ORIGINALCREDIT'
            ? 'payout'
            : 'processed'
          : undefined;
      const { mock } = api.mockResponseForOperation(operation, {
        code: 200,
        ...(example === undefined ? {} : { example }),
      });
      return { status: 200, body: mock };
    },
  });
  api.registerSecurityHandler('credentials', (c) =>
    /^Basic \S+$/.test(String(c.request.headers.authorization)),
  );
  api.registerSecurityHandler('signature', (c) => String(c.request.headers.signature ?? '') !== '');
  await api.init();

  const server = createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8').on('data', (chunk) => {
      body += chunk;
    });
    request.on('end', async () => {
      const url = new URL(request.url ?? '/', 'http://mock');
      const answer = await api.handleRequest({
        method: request.method ?? 'GET',
        path: url.pathname,
        query: Object.fromEntries(url.searchParams),
        headers: request.headers as Record<string, string>,
        ...(body === '' ? {} : { body }),
      });
      response
        .writeHead(answer.status, { 'Content-Type': 'application/json' })
        .end(JSON.stringify(answer.body));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const clients: ReturnType<typeof createGateway>[] = [];
  return {
    stateless: true,
    client(over) {
      const gateway = createGateway({
        baseUrl: `http://127.0.0.1:${port}`,
        clientId: 'mock',
        clientSecret: 'mock-secret',
        signatureSecret: 'mock-signing',
        test: true,
        ...over,
      });
      clients.push(gateway);
      return gateway;
    },
    async close() {
      for (const gateway of clients) gateway.close();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
