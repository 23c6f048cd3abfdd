import type { Browser, CDPSession, Page } from 'playwright-core';
import type { Contender } from './contenders.ts';
import type { BenchStage } from './startStage.ts';

export interface Opened {
  /** Main-thread time of loading, evaluating and mounting the script, with what the page draws of it, in ms. */
  mountMs: number;
  /** From the click to the request for the hosted page at the server, in ms. */
  clickToRequestMs: number;
  /** Layout shift from the mount to after the close; those just after an input count as well. */
  shift: number;
  longTasksAtMount: number;
  /** Of those that keep the customer waiting for the page: at work at some time between the click and the request. */
  longTasksAtOpen: number;
  /** From the request on, until the page has loaded and a little longer. */
  longTasksAfter: number;
}

export interface Leaks {
  cycles: number;
  heapBytes: number;
  nodes: number;
  listeners: number;
  /** Children of `head` and `body`. */
  children: number;
}

/** Between the pointer's arrival and the click. Nothing but what a contender does on intent happens in it. */
const HOVER_MS = 400;
/** How long a finger rests on the glass. */
const TAP_MS = 100;
const SETTLE_MS = 300;
/** With the hover. */
const PATIENCE_MS = 15_000;

interface BenchPage {
  bench: { open(): unknown; close(): unknown };
  loaded: () => Promise<void>;
  clickedAt: number;
  shift: number;
  /** From when to when, in ms since the epoch. */
  longTasks: [from: number, to: number][];
}

/** How the customer comes to the button. */
export interface Visitor {
  /** How many times slower the processor is. */
  throttle: number;
  /** `hover`: a pointer rests on the button first. `tap`: a finger, as on every phone. `click`: from somewhere else at once. */
  by: 'hover' | 'tap' | 'click';
}

export async function openOnce(
  browser: Browser,
  stage: BenchStage,
  contender: Contender,
  { throttle, by }: Visitor,
): Promise<Opened> {
  const { page, cdp, close } = await arrive(browser, throttle, by === 'tap');
  try {
    const before = await taskMs(cdp);
    await mount(page, contender);
    const mountMs = (await taskMs(cdp)) - before;
    await wait(page, SETTLE_MS);
    const longTasksAtMount = (await read(page, 'longTasks')).length;
    stage.askedAt = undefined;
    await Promise.all([untilLoaded(page), come(page, cdp, by)]);
    await wait(page, SETTLE_MS);
    if (stage.askedAt === undefined) throw new Error(`${contender.name} asked for no page.`);
    const { askedAt } = stage;
    const clickedAt = await read(page, 'clickedAt');
    const clickToRequestMs = askedAt - clickedAt;
    const longTasks = await read(page, 'longTasks');
    const longTasksAtOpen = longTasks.filter(([from, to]) => from < askedAt && to > clickedAt).length;
    const longTasksAfter = longTasks.filter(([from]) => from >= askedAt).length;
    // Nobody waits for one that does not come to an end.
    await page.evaluate(() =>
      Promise.race([
        (window as never as BenchPage).bench.close(),
        new Promise((done) => setTimeout(done, 1500)),
      ]),
    );
    await wait(page, SETTLE_MS);
    const shift = await read(page, 'shift');
    return { mountMs, clickToRequestMs, shift, longTasksAtMount, longTasksAtOpen, longTasksAfter };
  } finally {
    await close();
  }
}

function untilLoaded(page: Page): Promise<unknown> {
  return page.evaluate(
    (ms) =>
      Promise.race([
        (window as never as BenchPage).loaded(),
        new Promise((_, fail) => setTimeout(() => fail(new Error(`No page within ${ms} ms.`)), ms)),
      ]),
    PATIENCE_MS,
  );
}

/** The customer comes to the button and presses it. */
async function come(page: Page, cdp: CDPSession, by: Visitor['by']): Promise<void> {
  if (by !== 'tap') await page.mouse.move(10, 200);
  const box = await page.locator('#pay').boundingBox();
  if (box === null) throw new Error('No button.');
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  if (by === 'hover') {
    await page.mouse.move(x, y, { steps: 3 });
    await wait(page, HOVER_MS);
  }
  if (by === 'tap') {
    await cdp.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [{ x, y }] });
    await new Promise((done) => setTimeout(done, TAP_MS));
    await cdp.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  } else await page.mouse.click(x, y);
}

/** Opens and closes again and again; what is left between the tenth time and the last, after forced collections. */
export async function leaksOf(browser: Browser, contender: Contender, cycles: number): Promise<Leaks> {
  const { page, cdp, close } = await arrive(browser, 1);
  const turn = (times: number) =>
    page.evaluate(async (count) => {
      const { bench, loaded } = window as never as BenchPage;
      const frames = window.frames;
      for (let at = 0; at < count; at++) {
        const there = loaded();
        bench.open();
        await Promise.race([
          there,
          new Promise((_, fail) => setTimeout(() => fail(new Error('It did not open again.')), 5000)),
        ]);
        await Promise.race([bench.close(), new Promise((done) => setTimeout(done, 1500))]);
        const patience = performance.now() + 200;
        while (frames.length > 0 && performance.now() < patience)
          await new Promise((done) => setTimeout(done, 5));
      }
    }, times);
  const count = async () => {
    for (let times = 0; times < 3; times++) await cdp.send('HeapProfiler.collectGarbage');
    const { usedSize } = await cdp.send('Runtime.getHeapUsage');
    const { metrics } = await cdp.send('Performance.getMetrics');
    const metric = (name: string) => metrics.find((one) => one.name === name)?.value ?? Number.NaN;
    const children = await page.evaluate(
      () => document.head.childElementCount + document.body.childElementCount,
    );
    return { heap: usedSize, nodes: metric('Nodes'), listeners: metric('JSEventListeners'), children };
  };
  async function measure() {
    await mount(page, contender);
    await turn(10);
    const before = await count();
    await turn(cycles);
    return [before, await count()] as const;
  }
  const [first, last] = await measure().finally(close);
  return {
    cycles,
    heapBytes: (last.heap - first.heap) / cycles,
    nodes: (last.nodes - first.nodes) / cycles,
    listeners: (last.listeners - first.listeners) / cycles,
    children: (last.children - first.children) / cycles,
  };
}

async function arrive(
  browser: Browser,
  throttle: number,
  isPhone = false,
): Promise<{ page: Page; cdp: CDPSession; close: () => Promise<void> }> {
  const context = await browser.newContext({
    ignoreHTTPSErrors: true,
    ...(isPhone
      ? { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }
      : { viewport: { width: 1200, height: 900 } }),
  });
  const page = await context.newPage();
  page.setDefaultTimeout(20_000);
  page.on('pageerror', (error) => process.stderr.write(`${error.message}\n`));
  // What tsx leaves in functions that are sent to the page.
  await page.addInitScript({ content: 'globalThis.__name = (named) => named;' });
  await page.addInitScript(() => {
    if (window !== top) return;
    const bench = window as never as BenchPage;
    bench.shift = 0;
    bench.longTasks = [];
    const watch = (type: string, add: (entry: PerformanceEntry) => void) =>
      new PerformanceObserver((list) => list.getEntries().forEach(add)).observe({ type, buffered: true });
    watch('layout-shift', (entry) => {
      bench.shift += (entry as never as { value: number }).value;
    });
    watch('longtask', ({ startTime, duration }) => {
      const from = performance.timeOrigin + startTime;
      bench.longTasks.push([from, from + duration]);
    });
    addEventListener(
      'click',
      (event) => {
        bench.clickedAt = performance.timeOrigin + event.timeStamp;
      },
      true,
    );
    bench.loaded = () =>
      new Promise<void>((resolve) => {
        const hear = (event: MessageEvent) => {
          if (event.data !== 'bench: loaded') return;
          removeEventListener('message', hear);
          resolve();
        };
        addEventListener('message', hear);
      });
  });
  await page.goto('https://shop.example/');
  const cdp = await context.newCDPSession(page);
  await cdp.send('Performance.enable');
  if (throttle > 1) await cdp.send('Emulation.setCPUThrottlingRate', { rate: throttle });
  await wait(page, SETTLE_MS);
  await page.evaluate(() => {
    (window as never as BenchPage).longTasks = [];
  });
  return { page, cdp, close: () => context.close() };
}

async function mount(page: Page, { script, mount: code }: Contender): Promise<void> {
  const file =
    script === 'none'
      ? ''
      : script === 'ours'
        ? '/hpp-checkout.js'
        : script === 'floor'
          ? '/floor.js'
          : `/${script.package}.js`;
  await page.evaluate(
    async ([src, body]) => {
      const tag = document.createElement('script');
      if (src) {
        tag.src = src;
        await new Promise((resolve, reject) => {
          tag.onload = resolve;
          tag.onerror = reject;
          document.head.append(tag);
        });
      }
      const button = document.querySelector('#pay') as HTMLElement;
      const bench = new Function('button', body)(button);
      if (!bench.bound) button.addEventListener('click', () => bench.open());
      (window as never as BenchPage).bench = bench;
      await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    },
    [file, code] as const,
  );
}

async function taskMs(cdp: CDPSession): Promise<number> {
  const { metrics } = await cdp.send('Performance.getMetrics');
  return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN) * 1000;
}

const wait = (page: Page, ms: number) =>
  page.evaluate((time) => new Promise((done) => setTimeout(done, time)), ms);
const read = <K extends 'shift' | 'longTasks' | 'clickedAt'>(page: Page, name: K) =>
  page.evaluate((field) => (window as never as BenchPage)[field], name) as Promise<BenchPage[K]>;
