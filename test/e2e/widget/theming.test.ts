import { beforeEach, expect, it } from 'vitest';
import { setUpShop } from '../../support/setUpShop.ts';
import type { WidgetVisit } from '../../support/widgetVisit.ts';

/** What `demo/docs/theming.md` says that a shop can set, on the drawn button and on the dialog as a browser computes them. */
const { harness, visitShop } = setUpShop();
let visit: WidgetVisit;

const THEME = {
  '--hpp-accent': 'rgb(38, 74, 63)',
  '--hpp-on-accent': 'rgb(253, 251, 245)',
  '--hpp-background': 'rgb(250, 240, 230)',
  '--hpp-color': 'rgb(40, 30, 20)',
  '--hpp-muted': 'rgb(90, 80, 70)',
  '--hpp-border': 'rgb(200, 190, 180)',
  '--hpp-radius': '3px',
  '--hpp-font': 'monospace',
};
const [ACCENT, ON_ACCENT, BACKGROUND, COLOR, MUTED, BORDER, RADIUS, FONT] = Object.values(THEME);

const ACCENTS = [
  ...[
    'white',
    'black',
    'yellow',
    'lime',
    'cyan',
    'magenta',
    'red',
    'blue',
    'green',
    'orange',
    'gold',
    'pink',
  ],
  ...['gray', 'silver', 'maroon', 'olive', 'teal', 'navy', 'rebeccapurple', '#0b5cd5'],
];

const setOnRoot = (properties: Record<string, string>) =>
  visit.page.evaluate((all) => {
    for (const [name, value] of Object.entries(all)) document.documentElement.style.setProperty(name, value);
  }, properties);

/** Computed styles of an element, in the shadow root that it stands in. */
const stylesOf = (selector: string, ...names: string[]) =>
  visit.page
    .locator(selector)
    .first()
    .evaluate((element, all) => {
      const styles = getComputedStyle(element);
      return all.map((name) => styles.getPropertyValue(name));
    }, names);

/** WCAG's contrast of two colours as computed: `rgb(r, g, b)`. */
function contrast(...colours: [string, string]): number {
  const [darker = 0, lighter = 0] = colours
    .map((colour) => {
      const [red = 0, green = 0, blue = 0] = (colour.match(/[\d.]+/g) ?? []).map((text) => {
        const channel = Number(text) / 255;
        return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
      });
      return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
    })
    .sort((a, b) => a - b);
  return (lighter + 0.05) / (darker + 0.05);
}

beforeEach(async () => {
  harness.settings.body =
    '<div id="pay" data-hpp-checkout data-session="/session" data-order="A-1" style="display:inline-block"></div>';
  harness.settings.session = {
    display: { merchant: 'Morrow', amount: '119.30', currency: 'EUR', items: [{ name: 'Kettle' }] },
  };
  visit = await visitShop();
});

it('every documented property reaches the button and the dialog; the focus can be seen on any accent (WCAG 1.4.11)', async () => {
  await visit.arrive();
  await visit.page.locator('#pay button').waitFor();
  await setOnRoot(THEME);
  expect(
    await stylesOf('#pay button', 'background-color', 'color', 'border-top-left-radius', 'font-family'),
  ).toEqual([ACCENT, ON_ACCENT, RADIUS, FONT]);

  await visit.page.click('#pay');
  await visit.hosted().locator('#card').fill('4');
  expect(
    await stylesOf('dialog', 'background-color', 'color', 'border-top-left-radius', 'font-family'),
  ).toEqual([BACKGROUND, COLOR, RADIUS, FONT]);
  expect(await stylesOf('.mark', 'background-color', 'color')).toEqual([ACCENT, ON_ACCENT]);
  expect(await stylesOf('.host', 'color')).toEqual([MUTED]);
  expect(await stylesOf('header', 'border-bottom-color')).toEqual([BORDER]);
  expect(await stylesOf('.order', 'background-color', 'border-top-left-radius')).toEqual([
    BACKGROUND,
    RADIUS,
  ]);

  const skeleton = () =>
    visit
      .dialog()
      .locator('main')
      .evaluate((main) => getComputedStyle(main, '::before').content);
  expect(await skeleton()).toBe('""');
  await visit.dialog().getByRole('button', { name: 'Close' }).click();
  await visit.notice().waitFor();
  // The bars of a page that loads would be seen through a notice that fades in.
  expect(await skeleton()).toBe('none');
  expect(await stylesOf('.first', 'background-color', 'color', 'border-top-left-radius')).toEqual([
    ACCENT,
    ON_ACCENT,
    RADIUS,
  ]);

  await visit.page.keyboard.press('Tab');
  for (const accent of ACCENTS) {
    await setOnRoot({ '--hpp-accent': accent });
    const [ring = '', width, style] = await stylesOf(
      '.first',
      'outline-color',
      'outline-width',
      'outline-style',
    );
    const [around = ''] = await stylesOf('dialog', 'background-color');
    expect([width, style]).toEqual(['3px', 'solid']);
    expect(contrast(ring, around), accent).toBeGreaterThanOrEqual(3);
  }
});

it('the lock in the mark of a shop that is not known has the mark’s own colour, not the green of an address’s lock', async () => {
  harness.settings.refusals = [{ status: 500, body: '' }];
  await visit.open();
  await visit.dialog().locator('[part=notice]').waitFor();
  expect(await stylesOf('.mark .lock', 'color')).toEqual(await stylesOf('.mark', 'color'));
  // The line of the host, which is not known either, takes no room.
  const middles = ['.mark', 'h2'].map(async (selector) => {
    const { y = 0, height = 0 } = (await visit.dialog().locator(selector).boundingBox()) ?? {};
    return y + height / 2;
  });
  const [mark = 0, title = 0] = await Promise.all(middles);
  expect(Math.abs(mark - title)).toBeLessThan(2);
});

it('a logo stands on white, also in the dark; the longest name of a shop is broken and cut off nowhere', async () => {
  const merchant = 'Donaudampfschifffahrtsgesellschaftskapitänsmützenfabrik';
  harness.settings.session = {
    display: {
      merchant,
      logo: 'data:image/gif;base64,R0lGODlhAQABAAAAACw=',
      amount: '9.00',
      currency: 'EUR',
    },
  };
  await visit.page.emulateMedia({ colorScheme: 'dark' });
  await visit.page.setViewportSize({ width: 360, height: 640 });
  await visit.loaded();
  expect(await stylesOf('.mark img', 'background-color')).toEqual(['rgb(255, 255, 255)']);
  harness.settings.status = { status: 'completed' };
  await visit.hosted().locator('#pay').click();
  const paid = visit.notice().locator('.paid');
  await paid.waitFor();
  expect(await paid.evaluate((line) => line.scrollWidth - line.clientWidth)).toBe(0);
});

it.each([
  ['en', 320],
  ['en', 360],
  ['ar', 320],
  ['ar', 360],
] as const)(
  'a long name and a long sum have room beside each other, in %s on a screen of %i pixels',
  async (lang, width) => {
    harness.settings.session = {
      display: {
        merchant: 'Rösterei am Ufer Kaffeehandelsgesellschaft',
        amount: '12345678.90',
        currency: 'EUR',
      },
    };
    harness.settings.body = `<script nonce="n">document.documentElement.lang = '${lang}'</script>${harness.settings.body}`;
    await visit.page.setViewportSize({ width, height: 640 });
    await visit.loaded();
    await expect.poll(() => visit.dialog().getAttribute('dir')).toBe(lang === 'ar' ? 'rtl' : 'ltr');
    await visit.dialog().locator('header .sum').waitFor();
    const { overlapping, name, start } = await visit.dialog().evaluate((dialog) => {
      const boxOf = (selector: string) => (dialog.querySelector(selector) as Element).getBoundingClientRect();
      const boxes = ['h2', '.test', '.host bdi', '.host .open svg', 'header .sum', '.x'].map(boxOf);
      const apart = (a: DOMRect, b: DOMRect) =>
        a.right <= b.left || b.right <= a.left || a.bottom <= b.top + 2 || b.bottom <= a.top + 2;
      const range = document.createRange();
      const text = dialog.querySelector('h2 bdi')?.firstChild as Text;
      range.setStart(text, 0);
      range.setEnd(text, 1);
      return {
        overlapping: boxes.flatMap((a, at) => boxes.slice(at + 1).filter((b) => !apart(a, b))).length,
        name: boxOf('h2').width,
        start: range.getBoundingClientRect().left - boxOf('h2 bdi').left,
      };
    });
    expect(overlapping).toBe(0);
    expect(name).toBeGreaterThan(120);
    // Cut off at its end, in whichever direction the dialog goes.
    expect(Math.abs(start)).toBeLessThan(3);
  },
);
