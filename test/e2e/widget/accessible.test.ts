import { AxeBuilder } from '@axe-core/playwright';
import { beforeEach, expect, it } from 'vitest';
import { setUpShop } from '../../support/setUpShop.ts';
import type { WidgetVisit } from '../../support/widgetVisit.ts';

const { world, visitShop } = setUpShop();
let visit: WidgetVisit;

beforeEach(async () => {
  visit = await visitShop();
});

it.each<[string, () => Promise<void>]>([
  ['the page is open', () => visit.loaded()],
  [
    'the page takes its time',
    async () => {
      world.settings.sessionDelayMs = 3000;
      await visit.open();
      await visit.dialog().getByText('Opening').first().waitFor();
    },
  ],
  [
    'it has timed out',
    async () => {
      world.settings.expiresInMs = 1500;
      await visit.loaded();
      await visit.dialog().getByText('timed out').waitFor();
    },
  ],
  [
    'it was declined',
    async () => {
      await visit.loaded();
      world.settings.status = { status: 'failed' };
      await visit.hosted().locator('#decline').click();
      await visit.dialog().getByText('not completed').waitFor();
    },
  ],
  [
    'it could not be opened',
    async () => {
      world.settings.refusals = [{ status: 500, body: '' }];
      await visit.open();
      await visit.dialog().getByText('could not be opened').waitFor();
    },
  ],
])('axe finds nothing to say when %s, light or dark', async (_name, arrive) => {
  await arrive();
  for (const colorScheme of ['light', 'dark'] as const) {
    await visit.page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    // The hosted page is not ours.
    const { violations } = await new AxeBuilder({ page: visit.page })
      .include({ fromShadowDom: ['body > div', 'dialog'] })
      .exclude({ fromShadowDom: ['body > div', 'iframe'] })
      .analyze();
    expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([]);
  }
});
