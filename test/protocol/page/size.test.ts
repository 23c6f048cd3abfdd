import { describe, expect, it } from 'vitest';
import { boundHeight, readSize } from '../../../src/protocol/page/frameMessage.ts';

const size = { ns: 'hpp-checkout', v: 1, type: 'size', height: 480 };

describe('the height that a hosted page says it has', () => {
  it.each([
    [480, 480],
    [480.5, 481],
    [480.4, 480],
    [160, 160],
    [159, 160],
    [0, 160],
    [-1, 160],
    [2_400, 2_400],
    [2_401, 2_400],
    [1e9, 2_400],
    [Number.NaN, undefined],
    [Number.POSITIVE_INFINITY, undefined],
    ['480', undefined],
    [null, undefined],
    [undefined, undefined],
    [{ height: 480 }, undefined],
    [[480], undefined],
  ])('%j is %j', (height, read) => {
    expect(boundHeight(height)).toBe(read);
    expect(readSize({ ...size, height })).toBe(read);
  });

  it.each([
    null,
    undefined,
    480,
    JSON.stringify(size),
    [size],
    {},
    { height: 480 },
    { ...size, ns: 'other' },
    { ...size, v: 2 },
    { ...size, v: '1' },
    { ...size, type: 'returned' },
    { ...size, ns: 'other', v: 2 },
    Object.create(size),
  ])('no other message is one: %j', (data) => {
    expect(readSize(data)).toBeUndefined();
  });
});
