import { CheckoutError, type CheckoutErrorCode } from '../../checkout/checkoutError.ts';
import type { FrameBundle } from '../../widget/bundles.ts';
import { createCheckout } from '../../widget/createCheckout.ts';
import { emitOutcome } from '../../widget/ending.ts';
import type { Checkout, CheckoutEvent, CheckoutOptions, CheckoutResult } from '../../widget/options.ts';
import { type FakeDialog, openFakeDialog } from './fakeDialog.ts';
import { type FakeReact, fakeReact, type ReactLike } from './fakeReact.ts';

/** One opening of a fake checkout. */
export interface FakeOpening {
  readonly order: unknown;
  readonly sessionId: string;
}

/** Checkouts for component tests: real buttons and callbacks, no dialog, no network. The test says how each opening ends. */
export interface FakeCheckout {
  /** Stands in for `createCheckout` of `hpp-checkout`. */
  createCheckout(options: CheckoutOptions): Checkout;
  /** Stands in for `hpp-checkout/react`, with the React that it is given. */
  react<Element>(react: ReactLike<Element>): FakeReact<Element>;
  /** Presses the Pay button of the last checkout that was mounted; our own stands in a shadow root, where few queries reach. */
  press(): void;
  /** Paid. Each of these waits until the dialog is open. @throws Error when nothing was opened. */
  complete(): Promise<void>;
  /** The gateway said no. */
  fail(): Promise<void>;
  /** Not known yet. */
  pending(): Promise<void>;
  /** The two minutes ran out unpaid. */
  expire(): Promise<void>;
  /** The customer closes the dialog. */
  close(): Promise<void>;
  /** It cannot be opened: `open()` rejects, `onError` and then `onClose` are called. */
  refuse(code: CheckoutErrorCode): Promise<void>;
  /** A minute or less is left. */
  expiring(remainingMs?: number): Promise<void>;
  /** What the next `resume()` finds: how the session ended that the customer left the page with. Default: none. */
  leave(outcome: CheckoutResult['outcome']): void;
  /** Whether a dialog is open, or on its way. */
  readonly isOpen: boolean;
  /** Every opening, in order. */
  readonly openings: readonly FakeOpening[];
  /** Everything that was told, in order: what `onEvent` gets. */
  readonly events: readonly CheckoutEvent[];
  /** The last checkout that was made. @throws Error when none was. */
  readonly checkout: Checkout;
}

/**
 * A checkout for component tests, under happy-dom or jsdom. The button, its states, callbacks, listeners and DOM events are
 * those of `createCheckout`; dialog, session and gateway are not there, and the test says what comes of them.
 *
 * @example
 * const fake = fakeCheckout();
 * fake.createCheckout({ session: '/checkout/session', onComplete: showThanks }).mount('#pay');
 * fake.press();
 * await fake.complete(); // onComplete, then onClose
 */
export function fakeCheckout(): FakeCheckout {
  const openings: FakeOpening[] = [];
  const events: CheckoutEvent[] = [];
  let made: Checkout | null = null;
  let mountedAt: Element | ShadowRoot | null = null;
  let under: { dialog: Promise<FakeDialog>; order: unknown; sessionId: string } | null = null;
  let left: CheckoutResult | null = null;

  function create(options: CheckoutOptions): Checkout {
    let opened: (dialog: FakeDialog) => void = () => {};
    const bundle: FrameBundle = {
      open(context) {
        const { sessionId } = under as { sessionId: string };
        const dialog = openFakeDialog(context, sessionId, () => {
          under = null;
        });
        // After `open` was told.
        queueMicrotask(() => opened(dialog));
        return dialog;
      },
      warm() {},
      label: async () => {},
      diagnose: () => Promise.reject(new Error('fakeCheckout: there is nothing to diagnose.')),
      async resume({ options: given, emit }) {
        const result = left;
        left = null;
        if (result === null) return null;
        const act = emitOutcome(result, given, emit);
        emit('close', result);
        act();
        return result;
      },
    };
    const session = async () => {
      const sessionId = String(openings.length + 1).padStart(32, '0');
      const { order } = options;
      openings.push({ order, sessionId });
      const dialog = new Promise<FakeDialog>((resolve) => {
        opened = resolve;
      });
      under = { dialog, order, sessionId };
      return { sessionId, redirectUrl: 'https://hosted-page.invalid/', test: true };
    };
    const checkout = createCheckout({ ...options, session }, async () => bundle);
    checkout.on('event', (event) => events.push({ ...event }));
    const { mount } = checkout;
    checkout.mount = (target) => {
      mount(target);
      mountedAt = typeof target === 'string' ? document.querySelector(target) : target;
      return checkout;
    };
    made = checkout;
    return checkout;
  }

  async function current(): Promise<FakeDialog> {
    if (under === null) {
      throw new Error(
        'fakeCheckout: no dialog is open. Press the button, or call open(), before you say how it ends.',
      );
    }
    return under.dialog;
  }
  const endAs = (outcome: CheckoutResult['outcome']) => async () => {
    const dialog = await current();
    const { order, sessionId } = under as { order: unknown; sessionId: string };
    const orderReference = typeof order === 'string' ? { orderReference: order } : {};
    dialog.end({ outcome, sessionId, ...(outcome === 'closed' ? {} : orderReference) });
    await told();
  };

  const fake: FakeCheckout = {
    createCheckout: (options) => {
      if (!options?.session) throw new CheckoutError('config_invalid', 'session: no URL');
      return create(options);
    },
    react: (react) => fakeReact(react, fake.createCheckout),
    press() {
      const button = mountedAt === null ? null : buttonOf(mountedAt);
      if (button === null) throw new Error('fakeCheckout: no checkout is mounted that could be pressed.');
      button.click();
    },
    complete: endAs('completed'),
    fail: endAs('failed'),
    pending: endAs('pending'),
    expire: endAs('expired'),
    close: endAs('closed'),
    async refuse(code) {
      (await current()).fail(new CheckoutError(code, 'fakeCheckout'));
      await told();
    },
    async expiring(remainingMs = 60_000) {
      (await current()).emitExpiring(remainingMs);
    },
    leave(outcome) {
      left = { outcome, sessionId: String(openings.length).padStart(32, '0') };
    },
    get isOpen() {
      return under !== null;
    },
    openings,
    events,
    get checkout() {
      if (made === null) throw new Error('fakeCheckout: no checkout was made yet.');
      return made;
    },
  };
  return fake;
}

function buttonOf(place: Element | ShadowRoot): HTMLElement | null {
  if ('matches' in place && place.matches('a,button')) return place as HTMLElement;
  for (const { shadowRoot } of place.querySelectorAll('*')) {
    const button = shadowRoot?.querySelector('button');
    if (button) return button;
  }
  return null;
}

/** Whoever awaits `open()` hears of it in the turns after. */
async function told(): Promise<void> {
  for (let turn = 0; turn < 5; turn++) await Promise.resolve();
}
