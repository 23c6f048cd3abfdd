const dark =
  '--dim:var(--hpp-muted,#a3adbd);--on:var(--hpp-on-accent,#0a1c3a);--good:#5fd39b;--bad:#ff9d94;--soft:#3a2f10;--ink:#ffdf8e';

/**
 * What joins the shell's styles (`shellStyles.ts`) with the dialog's code: notices, the footer's words, the test line. Reduced motion, too:
 * the shell alone fades in and waits, and moves nothing across the screen.
 */
export const styles = `.shell{font:1em/1.4 var(--hpp-font,system-ui,sans-serif);--dim:var(--hpp-muted,#586070);--on:var(--hpp-on-accent,#fff);--good:#12784a;--bad:#b3261e;--soft:#fff4d6;--ink:#6b4a00}
.dark{${dark}}
@media(prefers-color-scheme:dark){.auto{${dark}}}
dialog.shell{--room:calc(100% - var(--hpp-above,0px) - var(--hpp-below,0px));inset:var(--hpp-above,0) 0 var(--hpp-below,0)}
.slot{display:contents}
iframe{color-scheme:light}
[aria-busy=false] iframe{background:#fff}
.spoken{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}
header p{font-size:.8125em;min-height:1.4em;color:var(--dim);overflow:hidden;text-overflow:ellipsis;white-space:nowrap}
header,header>div,footer{display:flex;align-items:center;gap:.625em}
footer{padding:.5em 1em max(.5em,env(safe-area-inset-bottom));justify-content:space-between;color:var(--dim)}
footer>*{font-size:.8125em}
svg{stroke-linecap:round;stroke-linejoin:round}
a,button{cursor:pointer;border-radius:8px}
.x{color:var(--dim)}
:focus-visible{outline:3px solid var(--accent);outline-offset:1px}
.lock{color:var(--good)}
h2,h3,.test,button,.first,.urgent span{font-weight:600}
.test{flex-shrink:99;padding:.2em .8em;border-radius:1em;overflow:hidden;text-overflow:ellipsis;white-space:nowrap;background:var(--soft);color:var(--ink)}
.inline{box-shadow:0 0 0 1px var(--line)}
.load{gap:.75em;padding:1.5em;text-align:center;color:var(--dim);overflow:auto}
.notice{grid-area:1/1;background:var(--bg);animation:in .2s}
.notice:focus{outline:0}
.covered{visibility:hidden}
h3{font-size:1.25em;color:var(--fg)}
.notice p{max-width:22em}
.notice svg{width:3.5em;padding:.75em;border-radius:50%;color:var(--accent);background:color-mix(in srgb,currentColor 12%,#0000)}
.notice .good{color:var(--good)}
.notice .bad,.urgent span{color:var(--bad)}
.actions{display:grid;gap:.5em;width:min(100%,18em);padding-top:.5em}
.actions button{min-height:2.875em;padding:.5em;border:1px solid var(--line);background:none;color:var(--fg)}
.actions .first{background:var(--accent);color:var(--on)}
.x:hover,.second:hover{background:color-mix(in srgb,currentColor 12%,#0000)}
a{text-decoration:underline}
a.first{flex:none;padding:.3em .9em;border:1px solid;color:var(--accent);text-decoration:none}
@media(prefers-reduced-motion){*,::backdrop{animation-duration:1ms!important}.spin{animation-duration:3s!important}}
@media(forced-colors:active){.shell,.actions button{border:1px solid}}`;
