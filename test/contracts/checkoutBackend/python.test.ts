import { execFileSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import vectors from '../../protocol/gateway/signatureVectors.json' with { type: 'json' };
import { pythonEnv, pythonExample, startPythonBackend } from '../../support/pythonBackend.ts';
import { checkoutBackendContract } from '../checkoutBackend.ts';

checkoutBackendContract('the Python example', (settings) => startPythonBackend(settings));

describe('the Python example', () => {
  it('signs as the known answers say (N16)', () => {
    const program =
      'import json,sys,gateway\nprint(json.dumps([gateway.sign(v["payload"], v["secret"]) for v in json.load(sys.stdin)]))';
    const answer = execFileSync('python3', ['-c', program], {
      cwd: pythonExample,
      env: pythonEnv,
      input: JSON.stringify(vectors),
      encoding: 'utf8',
    });
    expect(JSON.parse(answer)).toEqual(vectors.map(({ signature }) => signature));
  });
});
