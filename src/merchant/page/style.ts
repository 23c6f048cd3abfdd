import type { ShopStyle } from '../options.ts';

/** The look of every page that the handler shows: calm, centred, the system's own fonts, light and dark. */
export const PAGE_STYLE = `
:root{color-scheme:light dark;--back:#f6f7f9;--card:#fff;--ink:#1b1f24;--soft:#5b6470;--line:#e3e6ea;--good:#1a7f4b;--bad:#b42318;--wait:#2f5bd3;--accent:#1b1f24;--on-accent:#fff}
@media(prefers-color-scheme:dark){:root{--back:#14171b;--card:#1d2126;--ink:#f1f3f5;--soft:#a3adb8;--line:#2d333a;--good:#4cc38a;--bad:#ff8a80;--wait:#8aa9ff;--accent:#f1f3f5;--on-accent:#14171b}}
*{box-sizing:border-box}
body{margin:0;min-height:100vh;min-height:100dvh;display:grid;place-items:center;padding:24px;background:var(--back);color:var(--ink);font:16px/1.5 var(--font,system-ui,-apple-system,"Segoe UI",Roboto,sans-serif)}
main{width:100%;max-width:420px;padding:40px 32px;text-align:center;background:var(--card);border:1px solid var(--line);border-radius:var(--radius,16px);box-shadow:0 1px 2px rgb(0 0 0/.04),0 12px 32px rgb(0 0 0/.06)}
.logo{display:block;width:48px;height:48px;margin:0 auto 12px;border-radius:10px;background:#fff;object-fit:contain}
.shop{margin:0 0 24px;color:var(--soft);font-size:14px;overflow-wrap:anywhere}
.mark{display:block;width:56px;height:56px;margin:0 auto 20px;fill:none;stroke:currentColor;stroke-width:2.5;stroke-linecap:round;stroke-linejoin:round}
h1{margin:0 0 8px;font-size:22px;line-height:1.25;font-weight:650;letter-spacing:-.01em;text-wrap:balance}
p{margin:0;color:var(--soft);text-wrap:pretty}
.on{margin:28px 0 0}
.on a{display:inline-block;min-height:44px;padding:10px 24px;border-radius:var(--radius,10px);background:var(--accent);color:var(--on-accent);font-weight:600;text-decoration:none}
.on a:hover{opacity:.9}
.on a:focus-visible{outline:3px solid var(--wait);outline-offset:3px}
.test{display:inline-block;margin:0 0 20px;padding:2px 10px;border:1px solid currentColor;border-radius:999px;color:#8a5a00;font-size:12px;font-weight:600}
@media(prefers-color-scheme:dark){.test{color:#f0c36d}}
@media(forced-colors:active){main,.on a{border:1px solid}}
@media(max-height:420px){main{padding:20px}.mark{width:40px;height:40px;margin-bottom:12px}}
`;

/** The shop's own values, after those of the page. `readShopStyle` has looked at each. */
export function shopProperties({ accent, onAccent = '#fff', radius, font }: ShopStyle): string {
  const properties = [
    accent && `--accent:${accent};--on-accent:${onAccent}`,
    radius && `--radius:${radius}`,
    font && `--font:${font}`,
  ].filter(Boolean);
  return properties.length === 0 ? '' : `:root{${properties.join(';')}}`;
}
