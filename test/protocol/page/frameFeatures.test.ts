import { expect, it } from 'vitest';
import { frameFeatures } from '../../../src/protocol/page/frameFeatures.ts';

it('names each right of the frame once', () => {
  expect(frameFeatures()).toEqual([
    'publickey-credentials-create',
    'publickey-credentials-get',
    'accelerometer',
    'clipboard-write',
    'digital-credentials-get',
    'gyroscope',
    'identity-credentials-get',
    'magnetometer',
    'otp-credentials',
    'payment',
  ]);
});
