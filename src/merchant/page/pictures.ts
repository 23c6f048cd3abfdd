import { html, raw } from 'hono/html';

/**
 * The page's own icon, which is empty. Without one a browser asks for the site's (https://html.spec.whatwg.org/multipage/links.html#rel-icon),
 * which the policy forbids, and that would be an error in the console.
 */
export const emptyIcon = raw('<link rel="icon" href="data:,">');

/** The shop's logo, beside whose name it says nothing more. Whoever keeps it does not learn which page shows it. */
export const logoImage = (shopLogo: string | undefined) =>
  shopLogo === undefined
    ? ''
    : html`<img class="logo" src="${shopLogo}" alt="" width="48" height="48" referrerpolicy="no-referrer">`;

/** What lets both in: a directive of the page's policy. */
export function picturePolicy(shopLogo: string | undefined): string {
  return shopLogo === undefined || shopLogo.startsWith('data:')
    ? 'img-src data:'
    : `img-src data: ${new URL(shopLogo).origin}`;
}
