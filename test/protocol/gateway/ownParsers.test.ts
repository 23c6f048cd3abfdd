import { expect, it } from 'vitest';
import { defaultProfile } from '../../../src/protocol/gateway/defaultProfile.ts';
import { defineProfile } from '../../../src/protocol/gateway/defineProfile.ts';
import { readNotification } from '../../../src/protocol/gateway/readNotification.ts';
import { readStatus } from '../../../src/protocol/gateway/readStatus.ts';

const read = { status: 'processed', pspId: '7' } as never;

it.each([
  ['readStatus', (parse: () => never) => readStatus({ x: 1 }, defineProfile({ status: { parse } }))],
  [
    'readNotification',
    (parse: () => never) => readNotification({ x: 1 }, defineProfile({ notification: { parse } })),
  ],
] as const)(
  '%s takes what the profile’s own reader says, with nothing unreadable unless it says so',
  (_name, call) => {
    expect(call(() => read)).toEqual({ status: 'processed', pspId: '7', unreadable: [], raw: { x: 1 } });
    const own = { ...(read as object), unreadable: ['Amount'] } as never;
    expect(call(() => own)).toMatchObject({ unreadable: ['Amount'] });
  },
);

it('the error message of a status answer is null where there is none, and without card numbers', () => {
  const said = (errorMessage: unknown) =>
    readStatus({ Status: 'Processed', OrderReference: 'A-1', PspId: 7, errorMessage }, defaultProfile)
      .errorMessage;
  expect(said(null)).toBeNull();
  expect(said(undefined)).toBeNull();
  expect(said('no funds on 4111111111111111')).toBe('no funds on 411111******1111');
});
