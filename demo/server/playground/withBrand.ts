import { type Brand, logoAddress, readBrand, shopNameOf } from '../../settings/brand.ts';
import { textColourOn } from '../../settings/themeProperties.ts';
import { parseBasket } from '../merchant/parseBasket.ts';

type Fetch = (request: Request) => Promise<Response>;

/** As long as an address of the dialog's logo may be. */
const MAX_LOGO_LETTERS = 65_536;
const MAX_KEPT = 200;

/**
 * The shop's server, on whose dialog and return page each order has a name, a logo and a colour of its own: this demo is whoever's shop. A real
 * shop has one name, `shopName`, and none of this.
 *
 * @param shopOrigin where this machine finds logos (`server/pages/logoRoutes.ts`).
 */
export function withBrand(fetchFrom: Fetch, shopOrigin: string, fetchLogo: typeof fetch): Fetch {
  /** By session. */
  const brands = new Map<string, Brand>();

  async function logoOf(id: string): Promise<string | undefined> {
    const reply = id === '' ? null : await fetchLogo(`${shopOrigin}${logoAddress(id)}`).catch(() => null);
    if (!reply?.ok) return undefined;
    const base64 = Buffer.from(await reply.arrayBuffer()).toString('base64');
    const address = `data:${reply.headers.get('content-type')};base64,${base64}`;
    return address.length <= MAX_LOGO_LETTERS ? address : undefined;
  }

  async function createSession(request: Request): Promise<Response> {
    const asked = await request
      .clone()
      .json()
      .catch(() => null);
    const response = await fetchFrom(request);
    const brand = parseBasket(asked?.order)?.demo?.brand ?? readBrand({});
    if (response.status !== 201 || (brand.name === '' && brand.logo === '' && brand.accent === '')) {
      return response;
    }
    const session = await response.json();
    brands.set(session.sessionId, brand);
    for (const oldest of [...brands.keys()].slice(0, -MAX_KEPT)) brands.delete(oldest);
    const logo = await logoOf(brand.logo);
    const display = { ...session.display, merchant: shopNameOf(brand), ...(logo !== undefined && { logo }) };
    return Response.json({ ...session, display }, { status: 201, headers: withoutLength(response) });
  }

  async function showReturn(request: Request, brand: Brand): Promise<Response> {
    const response = await fetchFrom(request);
    if (!response.headers.get('content-type')?.startsWith('text/html')) return response;
    const { accent } = brand;
    const colours = accent === '' ? '' : `:root:root{--accent:${accent};--on-accent:${textColourOn(accent)}}`;
    const name = shopNameOf(brand).replaceAll('&', '&amp;').replaceAll('<', '&lt;');
    const page = (await response.text())
      .replace('<p class="shop">Morrow</p>', () => `<p class="shop">${name}</p>`)
      .replace('</style>', `${colours}</style>`);
    return new Response(page, { status: response.status, headers: withoutLength(response) });
  }

  return async (request) => {
    const { pathname } = new URL(request.url);
    if (request.method === 'POST' && pathname === '/checkout/session') return createSession(request);
    const brand = brands.get(/^\/checkout\/return\/([^/]+)/.exec(pathname)?.[1] ?? '');
    return brand === undefined ? fetchFrom(request) : showReturn(request, brand);
  };
}

function withoutLength({ headers }: Response): Headers {
  const kept = new Headers(headers);
  kept.delete('content-length');
  return kept;
}
