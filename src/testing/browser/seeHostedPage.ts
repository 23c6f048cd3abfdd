import type { PlaywrightFrame, PlaywrightPage } from './playwrightTypes.ts';

const LOOK_EVERY_MS = 50;

/** The frame that shows the sandbox's form, the tab's own included. @throws Error with what is seen instead. */
export function findHostedPage(page: PlaywrightPage, timeoutMs: number): Promise<PlaywrightFrame> {
  return untilSeen(page, timeoutMs, 'a hosted page of the sandbox', async () => {
    for (const frame of page.frames()) {
      if (await has(frame, 'form.card-form input[name="number"]')) return frame;
      const notice = (await has(frame, '.sheet.single .notice h1')) && isHostedPage(frame);
      if (notice)
        throw new Error(`payInDialog: the hosted page shows "${await heading(frame)}", and no form.`);
    }
    return null;
  });
}

/**
 * Looks again and again.
 * @throws Error that lists what the page's frames show, when the time is over.
 */
export async function untilSeen<Seen>(
  page: PlaywrightPage,
  timeoutMs: number,
  what: string,
  look: () => Promise<Seen | null>,
): Promise<Seen> {
  const over = AbortSignal.timeout(timeoutMs);
  for (;;) {
    const seen = await look();
    if (seen !== null) return seen;
    if (over.aborted) {
      throw new Error(
        `payInDialog: expected ${what} within ${timeoutMs} ms; seen are ${await framesOf(page)}. Open the payment page first, against the sandbox, and see that it may be framed (npx hpp-checkout doctor).`,
      );
    }
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
  }
}

async function framesOf(page: PlaywrightPage): Promise<string> {
  const shown = await Promise.all(
    page
      .frames()
      .map(async (frame) => `${withoutSecrets(frame.url())} (${JSON.stringify(await titleOf(frame))})`),
  );
  return shown.join(', ');
}

/** Tokens and queries are nobody's business in a test's log. */
function withoutSecrets(url: string): string {
  return url.replace(/[?#].*$/, '').replace(/[\w-]{24,}/g, '…');
}

const isHostedPage = (frame: PlaywrightFrame) => /\/hpp\//.test(frame.url());

/** A frame that is on its way to another page has nothing: it is looked at again. */
export async function has(frame: PlaywrightFrame, selector: string): Promise<boolean> {
  try {
    return (await frame.locator(selector).count()) > 0;
  } catch {
    return false;
  }
}

async function heading(frame: PlaywrightFrame): Promise<string> {
  return (await frame.locator('.notice h1').innerText()).trim();
}

async function titleOf(frame: PlaywrightFrame): Promise<string> {
  try {
    return await frame.title();
  } catch {
    return '';
  }
}
