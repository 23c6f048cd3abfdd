import { describe, expect, it } from 'vitest';
import { type ConfigurationError, gatewayFromEnv } from '../../src/merchant/index.ts';
import { createSandbox } from '../../src/sandbox/index.ts';

const ENV = {
  HPP_BASE_URL: 'http://127.0.0.1:4010',
  HPP_CLIENT_ID: 'sandbox',
  HPP_CLIENT_SECRET: 'sandbox-secret-hush',
  HPP_SIGNATURE_SECRET: 'sandbox-signature-hush',
  HPP_TEST: 'true',
};

function messageFor(change: Record<string, string | undefined>): string {
  try {
    gatewayFromEnv({ env: { ...ENV, ...change } });
  } catch (error) {
    expect((error as ConfigurationError).code).toBe('config_invalid');
    return (error as Error).message;
  }
  throw new Error('Nothing was thrown.');
}

describe('gatewayFromEnv', () => {
  it('makes a gateway from the five variables, in the mode that they name', () => {
    expect(gatewayFromEnv({ env: ENV }).test).toBe(true);
    const live = { ...ENV, HPP_BASE_URL: 'https://gateway.example/api/', HPP_TEST: 'false' };
    expect(gatewayFromEnv({ env: live }).test).toBe(false);
  });

  it('signs in and signs with them, and passes all other options on', async () => {
    const credentials = { clientId: 'mine', clientSecret: 'hush-1', signatureSecret: 'hush-2' };
    const sandbox = createSandbox({ credentials });
    const env = {
      ...ENV,
      HPP_CLIENT_ID: credentials.clientId,
      HPP_CLIENT_SECRET: credentials.clientSecret,
      HPP_SIGNATURE_SECRET: credentials.signatureSecret,
    };
    const page = {
      amount: '49.90',
      currency: 'EUR',
      orderReference: 'A-1001',
      redirectionUrl: 'http://localhost:3000/checkout/return',
      callBackUrl: 'http://localhost:3000/checkout/notify',
    };
    const { hpp } = gatewayFromEnv({ env, transport: sandbox.fetch });
    expect(await hpp.create(page)).toMatchObject({ redirectUrl: expect.any(String) });
    for (const name of ['HPP_CLIENT_ID', 'HPP_CLIENT_SECRET', 'HPP_SIGNATURE_SECRET']) {
      const wrong = gatewayFromEnv({ env: { ...env, [name]: 'other' }, transport: sandbox.fetch });
      await expect(wrong.hpp.create(page)).rejects.toMatchObject({ code: 'authentication_failed' });
    }
    await sandbox.close();
  });

  it('reads process.env by default', () => {
    const before = { ...process.env };
    Object.assign(process.env, ENV);
    try {
      expect(gatewayFromEnv().test).toBe(true);
    } finally {
      for (const name of Object.keys(ENV)) {
        if (before[name] === undefined) delete process.env[name];
        else process.env[name] = before[name];
      }
    }
  });

  it('names every variable that is missing or malformed in one error, with what was expected', () => {
    const message = messageFor({
      HPP_BASE_URL: 'gateway.example',
      HPP_CLIENT_ID: undefined,
      HPP_CLIENT_SECRET: '',
      HPP_TEST: 'yes',
    });
    expect(message).toContain('HPP_BASE_URL: expected an absolute address');
    expect(message).toContain('HPP_CLIENT_ID is missing: expected the client id');
    expect(message).toContain('HPP_CLIENT_SECRET is empty: expected the client secret');
    expect(message).toContain('HPP_TEST: expected true for test transactions or false for live ones');
    expect(message).not.toContain('- HPP_SIGNATURE_SECRET');
    expect(message).toContain('npx hpp-checkout sandbox');
  });

  it.each([undefined, '', 'True', '1', 'TRUE', 'no', 'live'])(
    'HPP_TEST must be given as true or false: %s',
    (value) => {
      expect(messageFor({ HPP_TEST: value })).toContain('true for test transactions or false for live ones');
    },
  );

  it.each([
    ['HPP_CLIENT_ID', 'HPP_CLIENTID'],
    ['HPP_CLIENT_ID', 'hpp_client_id'],
    ['HPP_CLIENT_ID', 'CLIENT_ID'],
    ['HPP_BASE_URL', 'HPP_BASEURL'],
    ['HPP_SIGNATURE_SECRET', 'HPP_SIGNATURE_SECRETS'],
    ['HPP_SIGNATURE_SECRET', 'NEXT_PUBLIC_HPP_SIGNATURE_SECRET'],
    ['HPP_CLIENT_SECRET', 'VITE_HPP_CLIENT_SECRET'],
    ['HPP_TEST', 'HPP_TST'],
  ])('for %s names the variable that is set and was probably meant: %s', (name, similar) => {
    const message = messageFor({ [name]: undefined, [similar]: 'value-hush' });
    expect(message).toContain(`${similar} is set: if you meant that one, rename it to ${name}.`);
  });

  it('guesses none of the variables that are nobody’s mistake', () => {
    const message = messageFor({
      HPP_BASE_URL: undefined,
      DATABASE_URL: 'postgres://hush',
      HPP_SANDBOX_URL: 'http://127.0.0.1:4010',
      GITHUB_CLIENT_ID: 'hush',
    });
    expect(message).not.toContain('is set');
  });

  it.each([
    [{ HPP_CLIENT_SECRET: '"hush-quoted"' }, 'HPP_CLIENT_SECRET: stands in quotation marks'],
    [{ HPP_CLIENT_SECRET: "'hush-quoted'" }, 'HPP_CLIENT_SECRET: stands in quotation marks'],
    [
      { HPP_SIGNATURE_SECRET: 'hush-line\n' },
      'HPP_SIGNATURE_SECRET: begins or ends with a blank or a line break',
    ],
    [
      { HPP_BASE_URL: 'http://gateway.example/hush', HPP_TEST: 'false' },
      'HPP_BASE_URL: expected https, since test is false.',
    ],
    [
      { HPP_BASE_URL: 'https://hush:hush@gateway.example' },
      'HPP_BASE_URL: expected no user, query or fragment.',
    ],
    [
      { HPP_BASE_URL: 'https://gateway.example/?key=hush' },
      'HPP_BASE_URL: expected no user, query or fragment.',
    ],
    [{ HPP_TEST: 'hush-in-the-wrong-place' }, 'HPP_TEST: expected true'],
  ])('says what is wrong with %j, and no value', (change, expected) => {
    const message = messageFor(change);
    expect(message).toContain(expected);
    expect(message).not.toContain('hush');
  });
});
