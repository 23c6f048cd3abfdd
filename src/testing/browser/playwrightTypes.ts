/*
 * What is used of Playwright, by structure: `Page` of `@playwright/test`, `playwright` and `playwright-core` fit, of any
 * version that has these, and nothing of it is imported.
 */

/** A part of `Locator`. */
export interface PlaywrightLocator {
  count(): Promise<number>;
  click(options?: { timeout?: number }): Promise<void>;
  fill(text: string, options?: { timeout?: number }): Promise<void>;
  getAttribute(name: string, options?: { timeout?: number }): Promise<string | null>;
  first(): PlaywrightLocator;
  innerText(options?: { timeout?: number }): Promise<string>;
  evaluate(script: string | ((element: HTMLElement) => void)): Promise<unknown>;
}

/** A part of `Frame`. */
export interface PlaywrightFrame {
  url(): string;
  isDetached(): boolean;
  title(): Promise<string>;
  locator(selector: string): PlaywrightLocator;
}

/** A part of `Page`. */
export interface PlaywrightPage {
  frames(): readonly PlaywrightFrame[];
}
