import { describe, expect, it } from 'vitest';
import { defaultProfile } from '../../../src/protocol/gateway/defaultProfile.ts';
import { defineProfile } from '../../../src/protocol/gateway/defineProfile.ts';
import { describeProfile } from '../../../src/protocol/gateway/describeProfile.ts';
import { none } from '../../../src/protocol/gateway/signature.ts';

describe('defineProfile', () => {
  it('changes what it is told and nothing else, and freezes all of it', () => {
    const profile = defineProfile({
      notification: { timeUnit: 's', schedule: [1, 2] },
      wire: { headers: { 'X-Api': '2' } },
    });
    expect(profile).toEqual({
      ...defaultProfile,
      notification: { ...defaultProfile.notification, timeUnit: 's', schedule: [1, 2] },
      wire: { ...defaultProfile.wire, headers: { 'X-Api': '2' } },
    });
    expect(Object.isFrozen(profile.notification.schedule)).toBe(true);
    expect(() => {
      (profile.wire as { readCase: string }).readCase = 'exact';
    }).toThrow(TypeError);
  });

  it('builds on another profile', () => {
    const base = defineProfile({ signature: { header: 'X-Sign' } });
    expect(defineProfile({ signature: { sign: none() } }, base).signature.header).toBe('X-Sign');
  });

  it("leaves the caller's objects unfrozen", () => {
    const schedule = [1, 2];
    defineProfile({ notification: { schedule } });
    schedule.push(3);
    expect(schedule).toHaveLength(3);
  });

  it.each([
    [{ notfication: {} }, 'notfication'],
    [{ notification: { timeUni: 's' } }, 'notification.timeUni'],
    [{ notification: { timeUnit: 'us' } }, 'notification.timeUnit'],
    [{ notification: { schedule: [] } }, 'notification.schedule'],
    [{ notification: { schedule: [-1] } }, 'notification.schedule'],
    [{ notification: { method: 'GET' } }, 'notification.encode'],
    [{ endpoints: { retrieve: { path: 'api/x' } } }, 'endpoints.retrieve.path'],
    [{ endpoints: { retrieve: { path: '//evil/x' } } }, 'endpoints.retrieve.path'],
    [{ signature: { header: 'Sig nature' } }, 'signature.header'],
    [{ signature: { sign: 'hmac' } }, 'signature.sign'],
    [{ status: { vocabulary: { processed: 'processed' } } }, 'status.vocabulary.processed'],
    [{ status: { vocabulary: { DONE: 'done' } } }, 'status.vocabulary.DONE'],
    [{ status: { machine: { pending: ['gone'] } } }, 'status.machine.pending[0]'],
    [{ redirect: { lifetimeMs: 0 } }, 'redirect.lifetimeMs'],
    [{ redirect: { declineEndsPage: 'no' } }, 'redirect.declineEndsPage'],
    [{ redirect: { headLivePage: true } }, 'redirect.headLivePage'],
    [{ limits: { fields: { Amount: /x/ } } }, 'limits.fields.Amount'],
    [{ limits: { decimals: { EUR: 2.5 } } }, 'limits.decimals.EUR'],
    [{ limits: { rate: { requests: 0, perMs: 1 } } }, 'limits.rate.requests'],
    [{ errors: { status: { NOT_FOUND: 42 } } }, 'errors.status.NOT_FOUND'],
    [{ wire: { configuration: { showSavedCards: ['0'] } } }, 'wire.configuration.showSavedCards'],
  ])('refuses %j and says where', (changes, path) => {
    expect(() => defineProfile(changes as never)).toThrow(
      expect.objectContaining({ name: 'ProfileError', path }),
    );
  });
});

describe('describeProfile', () => {
  it('names every point N1–N27 and G1–G25 with value and origin', () => {
    const points = describeProfile(defaultProfile);
    const expected = [
      ...Array.from({ length: 27 }, (_, i) => `N${i + 1}`),
      ...Array.from({ length: 25 }, (_, i) => `G${i + 1}`),
    ];
    expect(points.map(({ point }) => point)).toEqual(expected);
    expect(points.every(({ origin }) => origin !== 'changed')).toBe(true);
    expect(points.find(({ point }) => point === 'N18')).toEqual({
      point: 'N18',
      question: 'What is the unit of SentDateTime?',
      settings: ['notification.timeUnit'],
      values: { 'notification.timeUnit': '"auto"' },
      origin: 'inv',
    });
  });

  it('names every member of the profile', () => {
    const named = new Set(describeProfile(defaultProfile).flatMap(({ settings }) => settings));
    const members = Object.entries(defaultProfile).flatMap(([group, value]) =>
      typeof value === 'function' ? [group] : Object.keys(value).map((name) => `${group}.${name}`),
    );
    // The other endpoints are not open.
    const open = members.filter((name) => !name.startsWith('endpoints.') || name === 'endpoints.retrieve');
    expect(open.filter((name) => !named.has(name))).toEqual([]);
  });

  it('says what was changed', () => {
    const profile = defineProfile({ wire: { clientCase: 'pascal' }, limits: { fields: { Amount: false } } });
    const changed = describeProfile(profile).filter(({ origin }) => origin === 'changed');
    expect(changed.map(({ point }) => point)).toEqual(['N26', 'G6', 'G7']);
  });
});
