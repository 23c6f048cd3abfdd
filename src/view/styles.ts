const dark = '--dim:var(--hpp-muted,#a3adbd);--on:var(--hpp-on-accent,#0a1c3a);--good:#5fd39b;--bad:#ff9d94';

/** The name on a line of its own, for it and the sum want all there is: on small phones, and beside a sum as long as "€12,345,678.90" on all. */
const twoRows = (row: string) =>
  `${row}{display:grid;grid-template:auto/1fr auto;gap:0 .5em}${row} .mark{display:none}${row}>div:not(.order){display:contents}${row} .line,${row} .host{min-width:0}${row} .line{grid-column:1/3}${row}>.sum{font-size:1em}`;

/**
 * What joins the shell's styles (`shellStyles.ts`) with the dialog's code: header, order, notices, the footer's words. Reduced motion, too:
 * the shell alone fades in and waits, and moves nothing across the screen.
 */
export const styles = `.shell{--round:var(--hpp-radius,14px);--small:min(var(--round),8px);font:1em/1.4 var(--hpp-font,system-ui,sans-serif);--dim:var(--hpp-muted,#586070);--on:var(--hpp-on-accent,#fff);--good:#12784a;--bad:#b3261e}
.dark{${dark}}
@media(prefers-color-scheme:dark){.auto{${dark}}}
dialog.shell{--room:calc(100dvh - var(--hpp-above,0px) - var(--hpp-below,0px));inset:var(--hpp-above,0) 0 auto;translate:0 round((var(--room) - 100%)/2,1px);overflow:visible;transition:height .2s,translate .2s}
dialog.told{height:fit-content;max-height:min(var(--room) - 2em,60em)}
.told main{flex:auto}
.slot{display:contents}
main{overflow:hidden;border-radius:0 0 var(--round) var(--round)}
main:has(+:not(:empty,.spoken)){border-radius:0}
iframe{color-scheme:light}
[aria-busy=true] iframe{opacity:0}
[aria-busy=false] iframe{transition:opacity .2s}.here{background:#fff!important}
.spoken{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}
header{gap:.75em;padding-inline-start:1em;align-items:center}
header div{min-width:0}header>div,.line,.host,footer{display:flex;align-items:center;gap:.75em}
.line{gap:.5em}
.line>*,.host>*,h2 bdi{overflow:hidden;text-overflow:ellipsis;white-space:nowrap}h2 bdi{display:block}
.host{gap:.3em;height:1.4em;font-size:.8125em;color:var(--dim)}
.mark{position:relative;flex:none;display:grid;place-items:center;width:2.25em;height:2.25em;overflow:hidden;border-radius:var(--small);background:var(--accent);color:var(--on)}
.mark img{position:absolute;width:100%;height:100%;object-fit:contain;background:#fff}
header>*>.sum{font-size:1.125em;white-space:nowrap}
.host svg{width:1.1em}
.told .host:empty{display:none}
.host .open{flex:none;margin:-.4em 0;padding:.4em;overflow:visible}
footer{padding:.5em 1em;justify-content:space-between;border-top:1px solid var(--line);color:var(--dim)}
footer:empty{display:none}
footer>*{font-size:.8125em}
svg{display:block;width:1.5em;flex:none;fill:none;stroke:currentColor;stroke-width:2;stroke-linecap:round;stroke-linejoin:round}
button{cursor:pointer;border-radius:var(--small);background:none}
.x{flex:none;color:var(--dim)}
:focus-visible{outline:3px solid var(--fg);outline-offset:1px;box-shadow:0 0 0 2px var(--bg)}
.host .lock{color:var(--good)}
h2,h3,.mark,.sum,.test,button{font-weight:600}
.test{flex:none;padding:0 .6em;border-radius:1em;font-size:.75em;line-height:1.6;background:#f5b30040}
.inline{box-shadow:0 0 0 1px var(--line)}
h3,p,li{overflow-wrap:anywhere;text-wrap:balance}.load{display:flex;flex-direction:column;align-items:center;justify-content:safe center;gap:.75em;padding:1.5em;text-align:center;color:var(--dim);overflow:auto;scroll-padding:.75em}
:not(.redirect)>main:before{content:"";grid-area:1/1;margin:1.5em 5% 5em;background:linear-gradient(var(--line) 66%,#0000 0)0 0/100% 4.5em round}
.told>main:before{content:none}
:not(.redirect)>main>.load{justify-content:end}
:not(.redirect)>main>.load .spin{display:none}
.notice{grid-area:1/1;padding-bottom:0;scroll-padding-bottom:4.5em;background:var(--bg);animation:in .2s}
.notice:focus{outline:0;box-shadow:none}
.covered{visibility:hidden}
h3{font-size:1.25em;line-height:1.25}
.notice p{max-width:24em;margin:0 auto .25em}
.notice>*{flex:none}
.notice>svg{width:3.5em;padding:.5em;border-radius:50%;color:var(--accent);background:#8882}
.notice .good{padding:.4em;color:var(--good)}.good path{stroke-dasharray:90;animation:draw .6s .1s both}
.paid .sum{display:block;font-size:2em;line-height:1.2}h3,.paid{color:var(--fg)}
.notice .bad,.urgent span{color:var(--bad)}
.actions{position:sticky;bottom:0;display:grid;gap:.5em;width:min(100%,18em);padding:.5em 0 1.5em;background:var(--bg)}
.actions button,.way{min-height:2.875em;padding:.5em;border:1px solid var(--line);color:var(--fg)}
.way{flex:none;padding:.5em 1em}
.actions .first,.way{background:var(--accent);color:var(--on)}
.x:hover,.open:hover,.second:hover{background:#8882}
.order{display:none}
@media(min-width:60em){.modal .order{position:absolute;top:0;inset-inline-end:calc(100% + 1em);display:block;width:min(20em,50vw - 17em);max-height:100%;overflow:auto;padding:1em 1.25em;border-radius:var(--round);background:var(--bg);box-shadow:0 24px 64px #0005;animation:in .2s}}
.order h3{font-size:1em}
.order li{display:flex;gap:1em;justify-content:space-between;padding-top:.5em}
.order .sum{flex:none}
@media(max-width:32em){dialog.shell{translate:0 calc(var(--room) - 100% + var(--drag,0px));padding-bottom:env(safe-area-inset-bottom);border-radius:var(--round) var(--round)0 0}.modal main{border-radius:0}.modal header{touch-action:none}.modal header:before{content:"";position:absolute;top:.3em;inset-inline:calc(50% - 1.25em);height:.25em;border-radius:1em;background:var(--line)}}
@media(max-width:32em){${twoRows('header>:has(>.long)')}}
@media(max-width:23em){${twoRows('header>div')}}
@media(max-height:30em){h3{font-size:1em}dialog.told{max-height:var(--room)}.told footer{display:none}.notice>:first-child{display:none}.load{padding:.75em 1em 0}.actions{padding-bottom:.75em;width:100%;grid-auto-columns:1fr;grid-auto-flow:column}}
@media(prefers-reduced-motion){*,.shell,::backdrop{animation-duration:1ms!important;transition:none!important}.spin{animation-duration:3s!important}}
@media(forced-colors:active){.shell,.order,.mark,.test{border:1px solid}}
@keyframes draw{from{stroke-dashoffset:90}}`;
