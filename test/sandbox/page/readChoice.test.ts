import { describe, expect, it } from 'vitest';
import { readChoice } from '../../../src/sandbox/page/readChoice.ts';
import { readExpiry } from '../../../src/sandbox/page/readExpiry.ts';

describe('readExpiry', () => {
  it.each(['09/30', '9/30', '09 / 30', '0930', '092030', '09-2030', ' 09.30 ', '٠٩/٣٠', '۰۹ / ۳۰'])(
    'S63 S65 reads %s',
    (typed) => {
      expect(readExpiry(typed)).toEqual({ expMonth: '09', expYear: '2030' });
    },
  );

  it.each(['', '13/30', '00/30', '9', '930', '09/3', '09/030', '09/1999', '1/2/30', 'soon', '/'])(
    'reads no date in "%s"',
    (typed) => {
      expect(readExpiry(typed)).toBeNull();
    },
  );
});

describe('readChoice', () => {
  it('drops everything but digits from number and code, in any script', () => {
    const form = new URLSearchParams({
      method: 'card',
      number: '٤٢٤٢-4242 4242 4242',
      securityCode: ' 1 2 3 ',
      expiry: '09/30',
    });
    expect(readChoice(form)?.choice).toMatchObject({
      card: { number: '4242424242424242', securityCode: '123' },
    });
  });

  it('S142 reads a missing field as empty, for the hostedPage to refuse', () => {
    expect(readChoice(new URLSearchParams({ method: 'card' }))?.choice).toEqual({
      method: 'card',
      card: { holderName: '', number: '', expMonth: '', expYear: '', securityCode: '' },
    });
  });

  it('passes on an expiry that cannot be read, and remembers it so that it can be mended', () => {
    const read = readChoice(new URLSearchParams({ method: 'card', expiry: '13/30' }));
    expect(read?.choice).toMatchObject({ card: { expMonth: '13/30', expYear: '' } });
    expect(read?.entered.expiry).toBe('13/30');
  });

  it('reads no choice without a method', () => {
    expect(readChoice(new URLSearchParams())).toBeNull();
    expect(readChoice(new URLSearchParams({ method: 'savedCard' }))).toBeNull();
  });
});
