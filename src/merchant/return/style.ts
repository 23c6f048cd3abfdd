import { PAGE_STYLE } from '../page/style.ts';

/** The return page's look: what it has beside that of every page. */
export const RETURN_STYLE = `${PAGE_STYLE}
[hidden]{display:none!important}
.completed .mark{color:var(--good)}.failed .mark,.expired .mark,.unknown .mark{color:var(--bad)}.confirming .mark,.slow .mark,.pending .mark{color:var(--wait)}
.spin{transform-origin:center;animation:spin 1s linear infinite}
@keyframes spin{to{transform:rotate(1turn)}}
@media(prefers-reduced-motion:reduce){.spin{animation-duration:6s}}
[data-state=confirming] .on a{padding:10px;background:none;color:var(--soft);font-weight:400;text-decoration:underline;text-underline-offset:3px}
[data-framed]:not([data-alone]) .on{display:none}
`;
