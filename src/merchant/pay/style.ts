import { PAGE_STYLE } from '../page/style.ts';

/** The pay page's look: what it has beside that of every page. */
export const PAY_STYLE = `${PAGE_STYLE}
.shop{color:var(--ink);font-size:17px;font-weight:600}
.mark{color:var(--soft)}
.paid .mark{color:var(--good)}.ended .mark,.unknown .mark,.notPayable .mark,.refused .mark{color:var(--bad)}.busy .mark,.failed .mark,.signIn .mark{color:var(--wait)}
.pay h1{margin:0;color:var(--soft);font-size:15px;font-weight:500;letter-spacing:0}
.amount{margin:4px 0 0;color:var(--ink);font-size:clamp(26px,10vw,40px);line-height:1.2;font-weight:680;letter-spacing:-.02em;font-variant-numeric:tabular-nums;overflow-wrap:anywhere}
.reference{margin:8px 0 0;font-size:14px;overflow-wrap:anywhere}
form{margin:28px 0 0}
button{width:100%;min-height:52px;padding:12px 24px;border:1px solid transparent;border-radius:var(--radius,12px);background:var(--accent);color:var(--on-accent);font:inherit;font-size:17px;font-weight:600;cursor:pointer;overflow-wrap:anywhere}
button:hover{opacity:.9}
button:focus-visible{outline:3px solid var(--wait);outline-offset:3px}
.why{margin:20px 0 0;padding:10px 12px;border:1px dashed var(--line);border-radius:8px;font:13px/1.5 ui-monospace,monospace;text-align:start;overflow-wrap:anywhere}
.onward{margin:16px 0 0;font-size:13px;text-wrap:balance}
.lock{width:13px;height:13px;margin-inline-end:6px;vertical-align:-1px;fill:none;stroke:currentColor;stroke-width:1.6;stroke-linecap:round}
.pay+.on{margin:20px 0 0}
.pay+.on a{padding:10px;background:none;color:var(--soft);font-size:14px;font-weight:400;text-decoration:underline;text-underline-offset:3px}
`;
