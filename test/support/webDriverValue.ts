import type { WebDriver } from 'selenium-webdriver';

/** What `expression` is in the driver's window, a promise awaited: WebDriver itself hands back no reason of a refusal. */
export async function webDriverValue<T>(driver: WebDriver, expression: string): Promise<T> {
  const { settled, reason } = (await driver.executeAsyncScript(
    `const done = arguments[0]; Promise.resolve().then(() => (${expression}))
      .then((settled) => done({ settled }), (error) => done({ reason: String(error) }));`,
  )) as { settled: T; reason?: string };
  if (reason !== undefined) throw new Error(reason);
  return settled;
}
