import { type AppMessage, appMessage } from '../protocol/page/appMessage.ts';

/** What an app's web view puts into the page to be spoken to. */
interface Receiver {
  postMessage(text: string): unknown;
}

/** Where each kind of app has its receiver; our name in it is `hppCheckout`. */
interface PageInApp {
  /** WKWebView, WebKitGTK: https://developer.apple.com/documentation/webkit/wkscriptmessagehandler */
  webkit?: { messageHandlers?: { hppCheckout?: Receiver } };
  /** Android: `WebViewCompat.addWebMessageListener` or `addJavascriptInterface`. */
  hppCheckout?: Receiver;
  /** https://github.com/react-native-webview/react-native-webview/blob/master/docs/Reference.md#onmessage */
  ReactNativeWebView?: Receiver;
}

const RECEIVERS: readonly ((page: PageInApp) => Receiver | undefined)[] = [
  (page) => page.webkit?.messageHandlers?.hppCheckout,
  (page) => page.hppCheckout,
  (page) => page.ReactNativeWebView,
];

/**
 * Sends the app whose web view shows this page what became of a payment, as JSON text (`AppMessage`). The handler's return page
 * does it by itself; this is for a page of your own, such as `onComplete` of the widget in an app's web view.
 *
 * Never throws: a page in a browser has no app, and an app's receiver may fail.
 *
 * @returns whether an app took the message.
 *
 * @example
 * createCheckout({ session: '/checkout/session', order, onComplete: ({ sessionId, orderReference }) =>
 *   tellApp({ outcome: 'completed', sessionId, orderReference: orderReference ?? null }) });
 */
export function tellApp(
  message: Pick<AppMessage, 'outcome' | 'sessionId' | 'orderReference'>,
  page: Window = globalThis.window,
): boolean {
  const text = JSON.stringify(appMessage(message));
  // Each one is asked: an app may have more than one, and none may keep another from hearing.
  return RECEIVERS.map((receiverOf) => post(receiverOf, page as unknown as PageInApp, text)).includes(true);
}

function post(receiverOf: (page: PageInApp) => Receiver | undefined, page: PageInApp, text: string): boolean {
  try {
    const receiver = receiverOf(page);
    if (typeof receiver?.postMessage !== 'function') return false;
    // A handler with a reply answers with a promise: its rejection is the app's affair.
    Promise.resolve(receiver.postMessage(text)).catch(() => {});
    return true;
  } catch {
    return false;
  }
}
