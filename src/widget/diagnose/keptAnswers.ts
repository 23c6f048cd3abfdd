import type { CheckoutModel } from '../../checkout/createCheckoutModel.ts';
import { type Finding, finding } from './finding.ts';
import { warnOnce } from './print.ts';

/**
 * Answers of the merchant's server that lie in a cache of this page's origin, where a service worker finds them. One that looks
 * there first and leaves the query out of account (`ignoreSearch`) answers how a payment stood before it was paid, and nothing
 * that a page can send is sure to pass it (https://w3c.github.io/ServiceWorker/#request-matches-cached-item-algorithm).
 *
 * @param address what theirs begins with.
 */
export async function keptAnswers(address: string): Promise<Finding[]> {
  // Not on a page without https, nor in a sandbox.
  const names = await Promise.resolve()
    .then(() => caches.keys())
    .catch(() => []);
  for (const name of names) {
    const kept = await (await caches.open(name)).keys();
    const found = kept.find(({ url }) => url.startsWith(address));
    if (!found) continue;
    return [
      finding(
        'answer_kept',
        `The cache "${name}" of this page keeps ${found.url}: a service worker that answers from it tells how a payment stood, not how it stands.`,
        'Let the service worker pass requests below publicUrl on, before it looks into a cache.',
      ),
    ];
  }
  return [];
}

/** Says so when a payment has ended, whose status was asked for. */
export function watchKeptAnswers({ state }: Pick<CheckoutModel, 'state'>): void {
  const stop = state.subscribe(({ ending, session }) => {
    if (!ending) return;
    queueMicrotask(() => stop());
    const { statusUrl } = session ?? {};
    if (statusUrl === undefined) return;
    keptAnswers(new URL(statusUrl, document.baseURI).href).then(
      (findings) => findings.forEach(warnOnce),
      () => {},
    );
  });
}
