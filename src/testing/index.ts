export type { PayWith, TestCardName, TypedTestCard } from '../sandbox/cards/namedCards.ts';
export type { PaidPage, ThreeDSAnswer } from '../sandbox/paidPage.ts';
export { type PaidInDialog, type PayInDialogOptions, payInDialog } from './browser/payInDialog.ts';
export type { PlaywrightFrame, PlaywrightLocator, PlaywrightPage } from './browser/playwrightTypes.ts';
export { type PaySandboxPageOptions, paySandboxPage } from './customer/paySandboxPage.ts';
export { type FakeCheckout, type FakeOpening, fakeCheckout } from './fake/fakeCheckout.ts';
export type { FakeReact, ReactLike } from './fake/fakeReact.ts';
export type { TestRunner } from './store/runner.ts';
export {
  type OpenStore,
  type TestCheckoutStoreOptions,
  testCheckoutStore,
} from './store/testCheckoutStore.ts';
