import { expect, it } from 'vitest';
import { detailReader, plainText } from '../../../src/protocol/gateway/detailReader.ts';

const read = (value: unknown, how: 'text' | 'flag' | 'count') => {
  const reader = detailReader(() => value);
  return [reader[how]('Field'), reader.unreadable];
};
const UNREADABLE = [null, ['Field']];

it.each([true, 'true', 'TRUE', 'yes', 'Yes', 'y', 'Y', '1', 1, ' true\n'])('%j is a yes', (value) => {
  expect(read(value, 'flag')).toEqual([true, []]);
});

it.each([false, 'false', 'False', 'no', 'n', 'N', '0', 0, ' no '])('%j is a no', (value) => {
  expect(read(value, 'flag')).toEqual([false, []]);
});

it.each(['10', '01', '00', 'yesterday', 'untrue', 'say yes', 'not', 'nope', 'piano', 'on', 2, {}, []])(
  '%j is neither',
  (value) => {
    expect(read(value, 'flag')).toEqual(UNREADABLE);
  },
);

it.each([
  ['0', 0],
  [3, 3],
  [' 12 ', 12],
  ['123456789012345', 123_456_789_012_345],
])('%j counts', (value, count) => {
  expect(read(value, 'count')).toEqual([count, []]);
});

it.each(['-1', '1.5', '1x', 'x1', '1234567890123456', 1.5, true, {}])('%j does not', (value) => {
  expect(read(value, 'count')).toEqual(UNREADABLE);
});

it.each(['text', 'flag', 'count'] as const)('what is not there is null, and no odd %s', (how) => {
  for (const nothing of [undefined, null, '']) expect(read(nothing, how)).toEqual([null, []]);
});

it.each([
  ['as it is ', 'as it is '],
  [1.5, '1.5'],
  [-3, '-3'],
  [Number.MAX_SAFE_INTEGER, '9007199254740991'],
  [Number.MAX_SAFE_INTEGER + 1, undefined],
  [1e21, undefined],
  [Number.NaN, undefined],
  [Number.POSITIVE_INFINITY, undefined],
  [true, undefined],
  [null, undefined],
  [['a'], undefined],
])('%j reads %j', (value, text) => {
  expect(plainText(value)).toBe(text);
});
