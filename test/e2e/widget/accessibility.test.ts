import type { Locator, Page } from 'playwright-core';
import { beforeEach, describe, expect, it } from 'vitest';
import { setUpShop } from '../../support/setUpShop.ts';
import type { WidgetVisit } from '../../support/widgetVisit.ts';

/*
 * What WCAG 2.2 asks for that no state has of its own (`states.test.ts` has the others): a page in use, and a notice with two
 * buttons, in small windows, with wide letters, by keyboard and by pointer.
 */

const { harness, visitShop } = setUpShop();
let visit: WidgetVisit;
let page: Page;

/** "Leave without paying?" over a page in use. */
async function question(): Promise<void> {
  await visit.hosted().locator('#card').fill('4111');
  await visit.dialog().getByRole('button', { name: 'Close' }).click();
  await visit.dialog().getByText('Leave without paying?').waitFor();
}

beforeEach(async () => {
  visit = await visitShop();
  page = visit.page;
});

describe('small windows and wide letters', () => {
  it.each([
    ['WCAG 1.3.4 a phone held upright', { width: 360, height: 640 }],
    ['WCAG 1.3.4 a phone held across', { width: 640, height: 360 }],
    ['WCAG 1.4.10 a window at 400 %', { width: 320, height: 256 }],
  ])('%s shows every control whole, with no scrolling sideways', async (_, size) => {
    await page.setViewportSize(size);
    await visit.loaded();
    expect(await hidden(controls())).toEqual([]);
    await question();
    expect(await hidden(controls())).toEqual([]);
  });

  it('WCAG 1.4.12 lines, letters and words as wide as a customer may set them: nothing is cut off', async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    await visit.loaded();
    await page.locator('hpp-checkout-dialog').evaluate(({ shadowRoot }) => {
      const sheet = new CSSStyleSheet();
      sheet.replaceSync(
        '*{line-height:1.5!important;letter-spacing:.12em!important;word-spacing:.16em!important}p{margin-bottom:2em!important}',
      );
      const root = shadowRoot as ShadowRoot;
      root.adoptedStyleSheets = [...root.adoptedStyleSheets, sheet];
    });
    await question();
    expect(await hidden(controls())).toEqual([]);
    const cut = await visit
      .notice()
      .evaluate((notice) =>
        [...notice.querySelectorAll<HTMLElement>('h3, p, button')]
          .filter(
            ({ scrollWidth, clientWidth, scrollHeight, clientHeight }) =>
              scrollWidth > clientWidth + 1 || scrollHeight > clientHeight + 1,
          )
          .map(({ textContent }) => textContent),
      );
    expect(cut).toEqual([]);
  });
});

describe('a phone’s header', () => {
  it.each([
    [360, 640],
    [390, 844],
  ])(
    'of %i × %i gives a long name most of a line beside a long sum, and shows no order',
    async (width, height) => {
      await page.setViewportSize({ width, height });
      harness.settings.session = {
        display: {
          merchant: 'Rösterei am Ufer Kaffeehandelsgesellschaft',
          amount: '12345678.90',
          currency: 'EUR',
          items: [{ name: 'House blend', amount: '12345678.90' }],
        },
      };
      await visit.loaded();
      const name = await visit.dialog().locator('h2').boundingBox();
      expect(name?.width).toBeGreaterThan(width / 2);
      const sum = await visit.dialog().locator('header .sum').first().boundingBox();
      expect(sum?.y).toBeGreaterThan((name?.y ?? 0) + (name?.height ?? 0) / 2);
      expect(await visit.dialog().getByRole('group').isVisible()).toBe(false);
      expect(await hidden(controls())).toEqual([]);
    },
  );
});

it('in the dark a page that has not begun to come is no white area; one that is here has the ground that it may count on', async () => {
  await page.emulateMedia({ colorScheme: 'dark' });
  harness.settings.hosted = 'hang';
  harness.settings.body = `<div id="here"></div><script nonce="n">
    HppCheckout.createCheckout({ session: '/session', timeouts: { slow: 150 } }).mount('#here')</script>`;
  await visit.arrive();
  await page.getByRole('button', { name: 'Pay' }).click();
  await visit.dialog().getByText('Taking longer than usual?').waitFor();
  const ground = () =>
    page.locator('iframe[part=frame]').evaluate((frame) => getComputedStyle(frame).backgroundColor);
  await expect.poll(ground).toBe('rgba(0, 0, 0, 0)');
  harness.settings.hosted = 'pay';
  await page.reload();
  await page.getByRole('button', { name: 'Pay' }).click();
  await visit.hosted().locator('#card').waitFor();
  await expect.poll(ground).toBe('rgb(255, 255, 255)');
});

describe('the keyboard', () => {
  it('WCAG 2.1.2 2.4.4 Tab leads through the close button, the frame and a button that says where it leads, and round again', async () => {
    await visit.loaded();
    const been = [];
    for (let presses = 0; presses < 20; presses++) {
      been.push(await focused());
      await page.keyboard.press('Tab');
    }
    expect(been[0]).toBe('close');
    expect(await visit.dialog().getByRole('button', { name: 'Open in full page' }).count()).toBe(1);
    expect(been).toContain('frame');
    expect(been).toContain('full-page');
    expect(been.lastIndexOf('close')).toBeGreaterThan(been.indexOf('full-page'));
  });

  it.each([
    ['en', 'ltr'],
    ['ar', 'rtl'],
  ])(
    'WCAG 1.3.2 2.4.3 2.4.7 2.4.11 3.2.1 in %s the focus goes as the controls stand, with a ring, over nothing, and changes nothing',
    async (lang, direction) => {
      harness.settings.body = `<script nonce="n">document.documentElement.lang = '${lang}'</script>${harness.settings.body}`;
      await visit.loaded();
      await expect.poll(() => visit.dialog().getAttribute('dir')).toBe(direction);
      await page.emulateMedia({ reducedMotion: 'reduce' });
      await visit.hosted().locator('#card').fill('4111');
      await page.locator('[part=close]').click();
      await visit.notice().locator('h3').waitFor();
      const before = await visit.dialog().innerHTML();
      const seen = [];
      // Four: between the last control and the first, the browser's own may have its turn.
      for (let presses = 0; presses < 4; presses++) {
        await page.keyboard.press('Tab');
        seen.push(await lookAtFocus());
      }
      // Round in a ring: from wherever it began, the close button stands above the first button, which stands above the second.
      const own = seen.filter(({ part }) => part !== null).slice(0, 3);
      const from = own.findIndex(({ part }) => part === 'close');
      const inOrder = [...own.slice(from), ...own.slice(0, from)];
      expect(inOrder.map(({ part }) => part)).toEqual(['close', 'action', 'action']);
      expect(inOrder.map(({ top }) => top)).toEqual(inOrder.map(({ top }) => top).sort((a, b) => a - b));
      for (const { ring, isOnTop } of inOrder) {
        expect(ring).toBeGreaterThanOrEqual(2);
        expect(isOnTop).toBe(true);
      }
      expect(await visit.dialog().innerHTML()).toBe(before);
    },
  );

  it('WCAG 2.1.4 no letter, digit or sign does anything', async () => {
    await visit.loaded();
    await page.locator('[part=close]').focus();
    const before = await visit.dialog().innerHTML();
    for (const key of ['a', 'c', 'p', 'q', 'x', '0', '1', '?', '/', '.', 'Backspace', 'Delete'])
      await page.keyboard.press(key);
    expect(await visit.dialog().innerHTML()).toBe(before);
    expect(await visit.outcomes()).toEqual([]);
  });
});

describe('the pointer', () => {
  it('WCAG 2.5.2 a press that is let go elsewhere does nothing', async () => {
    await visit.loaded();
    const { x, y } = await middleOf(page.locator('[part=close]'));
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(x - 200, y);
    await page.mouse.up();
    await visit.hosted().locator('#card').fill('4111');
    expect(await visit.dialog().locator('[part=notice]').count()).toBe(0);
    expect(await visit.outcomes()).toEqual([]);
  });

  it('WCAG 1.4.13 nothing appears at a touch of the pointer or at focus', async () => {
    await visit.loaded();
    await question();
    const before = await visit.dialog().innerHTML();
    for (const control of await controls().all()) {
      await control.hover();
      await control.focus();
    }
    expect(await visit.dialog().innerHTML()).toBe(before);
    // The browser's own tooltip, which the criterion leaves out, and on nothing that takes the focus.
    expect(await visit.dialog().locator('[title]:not(iframe, [part=test])').count()).toBe(0);
  });
});

describe('what is seen', () => {
  it.each(['light', 'dark'] as const)(
    'WCAG 1.4.11 1.4.5 2.3.1 %s: drawings and the ring of the focus stand out, no picture is loaded, nothing flashes',
    async (colorScheme) => {
      await page.emulateMedia({ colorScheme });
      await visit.loaded();
      await question();
      await page.keyboard.press('Tab');
      const { contrasts, pictures, quick } = await visit.dialog().evaluate((dialog) => {
        const pixel = document
          .createElement('canvas')
          .getContext('2d', { willReadFrequently: true }) as CanvasRenderingContext2D;
        function luminance(colour: string): number {
          pixel.clearRect(0, 0, 1, 1);
          pixel.fillStyle = colour;
          pixel.fillRect(0, 0, 1, 1);
          const [red = 0, green = 0, blue = 0] = [...pixel.getImageData(0, 0, 1, 1).data].map((part) => {
            const share = part / 255;
            return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
          });
          return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
        }
        // The mark has a ground of its own.
        const contrast = (colour: string, ground: Element = dialog) => {
          const behind = luminance(getComputedStyle(ground).backgroundColor);
          const [more = 0, less = 0] = [behind, luminance(colour)].sort((a, b) => b - a);
          return (more + 0.05) / (less + 0.05);
        };
        const root = dialog.getRootNode() as ShadowRoot;
        return {
          contrasts: [
            ...[...dialog.querySelectorAll('svg')].map((drawing) =>
              contrast(getComputedStyle(drawing).color, drawing.closest('.mark') ?? dialog),
            ),
            contrast(getComputedStyle(root.activeElement as Element).outlineColor),
          ],
          pictures: dialog.querySelectorAll('img, picture, image').length,
          quick: root.getAnimations().filter((animation) => {
            const { duration, iterations } = animation.effect?.getComputedTiming() ?? {};
            return iterations !== 1 && Number(duration) < 500;
          }).length,
        };
      });
      expect(contrasts.length).toBeGreaterThan(2);
      for (const contrast of contrasts) expect(contrast).toBeGreaterThanOrEqual(3);
      expect({ pictures, quick }).toEqual({ pictures: 0, quick: 0 });
    },
  );
});

function controls(): Locator {
  return visit.dialog().locator('button:visible, a:visible');
}

/** Those that cannot be seen whole, after they were scrolled to, or that stand in something that scrolls sideways. */
async function hidden(all: Locator): Promise<unknown[]> {
  await expect.poll(() => all.count()).toBeGreaterThan(0);
  return all.evaluateAll((elements) =>
    elements
      .filter((element) => {
        element.scrollIntoView({ block: 'nearest' });
        const { left, right, top, bottom } = element.getBoundingClientRect();
        const root = element.getRootNode() as ShadowRoot;
        const at = root.elementFromPoint((left + right) / 2, (top + bottom) / 2);
        const isIn = left >= 0 && top >= 0 && right <= innerWidth && bottom <= innerHeight;
        const isSideways = [...root.querySelectorAll('dialog, main, section, header, footer')].some(
          ({ scrollWidth, clientWidth }) => scrollWidth > clientWidth,
        );
        return !isIn || !at || !element.contains(at) || isSideways;
      })
      .map((element) => element.textContent || element.getAttribute('aria-label')),
  );
}

/** The part that has the focus, or the frame; of the shop's page, its element. */
function focused(): Promise<string | null | undefined> {
  return page.evaluate(() => {
    let at = document.activeElement;
    while (at?.shadowRoot?.activeElement) at = at.shadowRoot.activeElement;
    return at?.getAttribute('part') ?? at?.localName;
  });
}

function lookAtFocus(): Promise<{ part: string | null; top: number; ring: number; isOnTop: boolean }> {
  return page.evaluate(() => {
    let at = document.activeElement as Element;
    while (at.shadowRoot?.activeElement) at = at.shadowRoot.activeElement;
    const { left, right, top, bottom } = at.getBoundingClientRect();
    const over = (at.getRootNode() as ShadowRoot).elementFromPoint((left + right) / 2, (top + bottom) / 2);
    const { outlineStyle, outlineWidth } = getComputedStyle(at);
    return {
      part: at.getAttribute('part'),
      top,
      ring: outlineStyle === 'none' ? 0 : Number.parseFloat(outlineWidth),
      isOnTop: at.contains(over),
    };
  });
}

async function middleOf(element: Locator): Promise<{ x: number; y: number }> {
  const { x = 0, y = 0, width = 0, height = 0 } = (await element.boundingBox()) ?? {};
  return { x: x + width / 2, y: y + height / 2 };
}
