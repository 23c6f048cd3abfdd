import { describe, expect, it } from 'vitest';
import { decodeNotification, encodeNotification } from '../../../src/protocol/gateway/notificationBody.ts';

const PAYLOAD = { Status: 'Processed', Amount: '9.90', UDF: { x: 'ä b', y: null } };
const PAIRS = 'Status=Processed&Amount=9.90&UDF.x=%C3%A4+b&UDF.y=';
const READ = { Status: 'Processed', Amount: '9.90', UDF: { x: 'ä b', y: '' } };

describe('N23 a notification on its way', () => {
  it('as JSON', () => {
    const body = JSON.stringify(PAYLOAD);
    expect(encodeNotification(PAYLOAD, 'json')).toEqual({
      payload: PAYLOAD,
      raw: body,
      body,
      contentType: 'application/json',
      query: '',
    });
    expect(decodeNotification({ body, query: 'no=1' }, 'json')).toEqual({ payload: PAYLOAD, raw: body });
  });

  it('as a form', () => {
    expect(encodeNotification(PAYLOAD, 'form')).toEqual({
      payload: PAYLOAD,
      raw: PAIRS,
      body: PAIRS,
      contentType: 'application/x-www-form-urlencoded',
      query: '',
    });
    expect(decodeNotification({ body: PAIRS, query: 'no=1' }, 'form')).toEqual({ payload: READ, raw: PAIRS });
  });

  it('in the query', () => {
    expect(encodeNotification(PAYLOAD, 'query')).toEqual({
      payload: PAYLOAD,
      raw: PAIRS,
      body: null,
      contentType: null,
      query: PAIRS,
    });
    expect(decodeNotification({ body: 'no=1', query: PAIRS }, 'query')).toEqual({
      payload: READ,
      raw: PAIRS,
    });
  });

  it.each([
    ['a=1&a=2', 'The field "a" is there twice.'],
    ['a.b=1&a.b=2', 'The field "a.b" is there twice.'],
    ['a=1&a.b=2', 'The field "a" is there twice.'],
    ['a.b=1&a=2', 'The field "a" is there twice.'],
  ])('%s is refused', (query, message) => {
    expect(() => decodeNotification({ body: '', query }, 'query')).toThrow(new SyntaxError(message));
  });

  it('fields that name a prototype are fields, and can be changed like others', () => {
    const { payload } = decodeNotification({ body: '', query: '__proto__.a=1&b.__proto__=2' }, 'query');
    expect(Object.keys(payload as object)).toEqual(['__proto__', 'b']);
    expect(({} as { a?: string }).a).toBeUndefined();
    const [of] = Object.values(Object.getOwnPropertyDescriptors(payload));
    expect(of).toMatchObject({ enumerable: true, configurable: true, writable: true });
  });
});
