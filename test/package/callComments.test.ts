import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { root } from './runtimes/scratchProject.ts';

const types = readFileSync(join(root, 'dist/gateway.d.ts'), 'utf8');

/** The comment above each method of an interface, in the file of types as it ships. */
function commentsOf(name: string): Record<string, string> {
  const body =
    new RegExp(`^interface ${name} (?:extends \\w+ )?\\{([\\s\\S]*?)^\\}`, 'm').exec(types)?.[1] ?? '';
  const methods = [...body.matchAll(/(?:\/\*\*((?:(?!\*\/)[\s\S])*)\*\/\s*)?^ {4}(\w+)\(/gm)];
  return Object.fromEntries(methods.map(([, comment = '', method = '']) => [method, comment]));
}

describe('each call of the client tells in an editor', () => {
  it.each([
    ['Hpp', ['create']],
    ['Payments', ['authorise', 'purchase']],
    ['Payouts', ['toTransaction', 'toToken', 'toCard', 'toApm']],
    ['Cards', ['tokenise', 'retrieve', 'delete']],
    ['Transactions', ['retrieve']],
    ['Notifications', ['verify', 'parseUnverified']],
  ])('%s: what it does and what it throws', (name, calls) => {
    const comments = commentsOf(name);
    expect(Object.keys(comments)).toEqual(expect.arrayContaining(calls));
    for (const call of calls) {
      expect([name, call, comments[call]]).toEqual([name, call, expect.stringContaining('@throws')]);
      expect((comments[call] ?? '').split('@')[0]?.length).toBeGreaterThan(60);
    }
  });
});
