import { Validator } from '@seriousme/openapi-schema-validator';
import { describe, expect, it } from 'vitest';
import { defaultProfile } from '../../src/protocol/gateway/defaultProfile.ts';
import { type ObjectShape, REQUEST_SHAPES } from '../../src/protocol/gateway/requestShapes.ts';
import { gatewayContract } from './gateway.ts';
import document from './openapi.json' with { type: 'json' };
import { type Mocked, openapiMock } from './openapiMock.ts';

gatewayContract("the interface's OpenAPI description, mocked", () => openapiMock());

const order = {
  amount: '10.00',
  currency: 'EUR',
  orderReference: 'Order-1',
  redirectionUrl: 'https://shop.example/return',
  callBackUrl: 'https://shop.example/notify',
};
const paymentCredentials = {
  cardNumber: '4111111111111111',
  cvv2: '123',
  expMonth: '12',
  expYear: '2040',
  cardHolderName: 'Ada L',
  cardType: 'VISA',
};
const client = {
  email: 'a@b.example',
  country: 'MT',
  firstName: 'Ada',
  zipCode: '1',
  dateOfBirth: '1990-12-31',
  ipAddress: '203.0.113.1',
};
const token = '0f8fad5b-d9cb-469f-a165-70867728950e';

describe('the OpenAPI description', () => {
  it('is OpenAPI 3.1', async () => {
    const result = await new Validator().validate(structuredClone(document));
    expect([result.valid, result.errors]).toEqual([true, undefined]);
    expect(document.openapi).toBe('3.1.0');
  });

  it('S106 S107 S108 S109 S110 S111 has the six operations where the profile has them', () => {
    for (const [name, { method, path }] of Object.entries(defaultProfile.endpoints)) {
      const item = document.paths[path as keyof typeof document.paths] as Record<
        string,
        { operationId: string }
      >;
      expect(item[method.toLowerCase()]?.operationId).toBe(name);
    }
  });

  it('lists the same request fields as the client and the sandbox', () => {
    const schemas = document.components.schemas as Record<string, { properties?: Record<string, object> }>;
    const resolve = (schema: object): { properties?: Record<string, object> } =>
      '$ref' in schema ? (schemas[String(schema.$ref).split('/').pop() as string] ?? {}) : schema;
    const compare = (shape: ObjectShape, schema: object, path: string) => {
      const properties = resolve(schema).properties ?? {};
      expect([path, Object.keys(properties).sort()]).toEqual([path, Object.keys(shape.fields).sort()]);
      for (const [name, inner] of Object.entries(shape.fields)) {
        if (typeof inner === 'object') compare(inner, properties[name] as object, `${path}.${name}`);
      }
    };
    compare(REQUEST_SHAPES.hostedPage, schemas.HppRequest as object, 'HppRequest');
    compare(REQUEST_SHAPES.cardPayment, schemas.DirectConnectRequest as object, 'DirectConnectRequest');
  });

  it('S112–S117 every request of the client is right by it, and every example of it is read', async () => {
    const requests: Mocked[] = [];
    const mock = await openapiMock(requests);
    const gateway = mock.client({ pciLevel: 'saq-d', retries: 0 });
    try {
      const extras = { client, udf: { a: 'b' }, routing: { forceBank: 'B' } };
      await gateway.hpp.create({
        ...order,
        client,
        language: 'en',
        udf: { a: 'b' },
        configuration: { profile: 'p', showSavedCards: false, cardHolderNameEdit: true },
      });
      expect(
        await gateway.payments.authorise({
          ...order,
          ...extras,
          paymentCredentials,
          browserDetails: { javaEnabled: true, userAgent: 'x' },
        }),
      ).toMatchObject({ kind: 'processed' });
      await gateway.payments.purchase({
        ...order,
        ...extras,
        card: { cardToken: token, cvv2: '123' },
        language: 'en',
        ipAddress: '::1',
        threeDSecureAuthentication: { eci: '05' },
      });
      expect(await gateway.payouts.toTransaction({ ...order, ...extras, pspId: '1' })).toMatchObject({
        kind: 'processed',
        pspId: '850909',
      });
      await gateway.payouts.toToken({ ...order, paymentDestination: { cardToken: token } });
      await gateway.payouts.toCard({ ...order, paymentCredentials, client });
      await gateway.cards.tokenise({ ...paymentCredentials, clientAccount: 'a' });
      expect(await gateway.cards.retrieve(token)).toMatchObject({ cardNumber: '411111******1111' });
      await gateway.cards.delete(token);
      expect(await gateway.transactions.retrieve({ pspId: '850907' })).toMatchObject({ state: 'processed' });
    } finally {
      await mock.close();
    }
    expect(
      requests.flatMap(({ operation, problems }) => problems.map((problem) => `${operation}: ${problem}`)),
    ).toEqual([]);
    expect(requests.map(({ operation }) => operation)).toEqual([
      'createHpp',
      'execute',
      'execute',
      'execute',
      'execute',
      'execute',
      'tokenise',
      'getToken',
      'deleteToken',
      'retrieve',
    ]);
  });

  it('the mock does check: a request that is wrong by it is refused', async () => {
    const requests: Mocked[] = [];
    const mock = await openapiMock(requests);
    try {
      const loose = mock.client({ validate: 'off', retries: 0 });
      await expect(
        loose.hpp.create({ ...order, currency: 'eur', amount: '10' } as never),
      ).rejects.toMatchObject({ status: 400 });
      await expect(
        loose.request({ method: 'POST', path: '/api/hpptoken/create', body: { Amount: 1 } }),
      ).rejects.toMatchObject({ status: 400 });
      await expect(loose.request({ method: 'GET', path: '/api/other' })).rejects.toMatchObject({
        status: 400,
      });
    } finally {
      await mock.close();
    }
    expect(requests.every(({ problems }) => problems.length > 0)).toBe(true);
  });
});
