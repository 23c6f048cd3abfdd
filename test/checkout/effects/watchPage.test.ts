import { expect, it } from 'vitest';
import { watchPage } from '../../../src/checkout/effects/watchPage.ts';
import { effectFixture } from '../../support/effectFixture.ts';

const at = effectFixture();

it('tells each thing that happens to the shop’s page', () => {
  at.start(watchPage);
  // `resume` does not bubble.
  expect(at.heard).toEqual([
    ['online', undefined],
    ['offline', undefined],
    ['pageshow', undefined],
    ['pagehide', undefined],
    ['visibilitychange', undefined],
    ['resume', true],
  ]);
  for (const [type] of [...at.heard]) at.window.emit(type);
  at.window.navigator.onLine = false;
  at.window.document.hidden = true;
  for (const [type] of [...at.heard]) at.window.emit(type);
  expect(at.sent).toEqual([
    { type: 'network', online: true },
    { type: 'network', online: true },
    { type: 'pageShown' },
    { type: 'pageHidden' },
    { type: 'awake', visible: true },
    { type: 'awake', visible: true },
    { type: 'network', online: false },
    { type: 'network', online: false },
    { type: 'pageShown' },
    { type: 'pageHidden' },
    { type: 'awake', visible: false },
    { type: 'awake', visible: false },
  ]);
});
