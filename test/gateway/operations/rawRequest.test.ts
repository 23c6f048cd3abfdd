import { describe, expect, it } from 'vitest';
import { rawRequest } from '../../../src/gateway/operations/rawRequest.ts';
import { issuesOf, recorder, refusal } from './recorder.ts';

const methodIssue = { path: 'method', rule: 'shape', message: 'expected GET, POST, PUT, DELETE or PATCH' };
const pathIssue = {
  path: 'path',
  rule: 'shape',
  message: 'expected a path that begins with one "/", without query, "." or ".." segments',
};

describe('a request of the merchant’s own', () => {
  it.each(['GET', 'POST', 'PUT', 'DELETE', 'PATCH'] as const)('%s is sent as it is', async (method) => {
    const { call, calls } = recorder({ isSuccess: false });
    const options = { timeoutMs: 5 };
    const query = { a: '1' };
    const body = method === 'GET' ? undefined : { PspId: '1' };
    expect(await rawRequest(call)({ method, path: '/api/x', query, ...(body && { body }) }, options)).toEqual(
      {
        isSuccess: false,
      },
    );
    expect(calls).toEqual([
      {
        exchange: { operation: 'request', method, path: '/api/x', query, ...(body && { body }) },
        read: expect.any(Function),
        options,
      },
    ]);
    await rawRequest(call)({ method, path: '/' });
    expect(Object.keys(calls[1]?.exchange ?? {})).toEqual(['operation', 'method', 'path']);
  });

  it.each(['get', 'HEAD', '', ' GET', 'GETS', 'XGET', undefined, null, 7])(
    'no method: %j',
    async (method) => {
      const { call, calls } = recorder();
      const act = () => rawRequest(call)({ method: method as 'GET', path: '/x' });
      expect(await issuesOf(act)).toEqual(refusal('request', methodIssue));
      expect(calls).toEqual([]);
    },
  );

  it.each([
    'x',
    '',
    'https://evil.example/',
    '//evil.example',
    '/a?b',
    '/a#b',
    '/a b',
    '/a\\b',
    '/a\n',
    '/.',
    '/..',
    '/../x',
    '/a/./b',
    '/a/../b',
    '/%2e%2e/x',
    '/%2E./x',
    '/.%2e',
    undefined,
    null,
    ['/x'],
  ])('T37 no path: %j', async (path) => {
    const { call, calls } = recorder();
    expect(await issuesOf(() => rawRequest(call)({ method: 'GET', path: path as string }))).toEqual(
      refusal('request', pathIssue),
    );
    expect(calls).toEqual([]);
  });

  it.each(['/...', '/a/%2e%2e%2e', '/.well-known', '/a..b', '/a/', '/a//b', '/%2ea'])(
    'a path: %s',
    async (path) => {
      const { call, calls } = recorder();
      await rawRequest(call)({ method: 'GET', path });
      expect(calls.map(({ exchange }) => exchange.path)).toEqual([path]);
    },
  );

  it('a GET with a body; and all that is wrong at once', async () => {
    const { call, calls } = recorder();
    const bodyIssue = { path: 'body', rule: 'unknown', message: 'a GET has none: use query' };
    expect(await issuesOf(() => rawRequest(call)({ method: 'GET', path: '/x', body: {} }))).toEqual(
      refusal('request', bodyIssue),
    );
    expect(await issuesOf(() => rawRequest(call)({ method: 'GE' as 'GET', path: 'x', body: {} }))).toEqual(
      refusal('request', methodIssue, pathIssue),
    );
    expect(await issuesOf(() => rawRequest(call)({ method: 'GET', path: 'x', body: {} }))).toEqual(
      refusal('request', pathIssue, bodyIssue),
    );
    expect(calls).toEqual([]);
  });
});
