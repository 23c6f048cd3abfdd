const dark =
  'color-scheme:dark;--bg:var(--hpp-background,#171b22);--fg:var(--hpp-color,#eef1f6);--dim:var(--hpp-muted,#a3adbd);--line:var(--hpp-border,#303744);--accent:var(--hpp-accent,#8ab6ff);--on:var(--hpp-on-accent,#0a1c3a);--good:#5fd39b;--bad:#ff9d94;--soft:#3a2f10;--ink:#ffdf8e';

/*
 * One constructable stylesheet in a shadow root: allowed under the strictest policy, out of reach of the shop's styles.
 * `--hpp-…` custom properties and `::part(…)` are the ways in.
 */
export const styles = `:host{all:initial;display:block}
*{box-sizing:border-box;margin:0;padding:0;border:0;font:inherit;color:inherit}
.shell{all:initial;box-sizing:border-box;--bg:var(--hpp-background,#fff);--fg:var(--hpp-color,#14181f);--dim:var(--hpp-muted,#586070);--line:var(--hpp-border,#dfe3e9);--accent:var(--hpp-accent,#0b5cd5);--on:var(--hpp-on-accent,#fff);--good:#12784a;--bad:#b3261e;--soft:#fff4d6;--ink:#6b4a00;
display:flex;flex-direction:column;width:100%;height:44rem;overflow:hidden;color-scheme:light;color:var(--fg);background:var(--bg);font:1rem/1.4 var(--hpp-font,system-ui,sans-serif);border-radius:var(--hpp-radius,14px);box-shadow:0 0 0 1px #0001,0 24px 64px #0005}
.inline{margin-top:1rem;box-shadow:0 0 0 1px var(--line)}
.dark{${dark}}
@media(prefers-color-scheme:dark){.auto{${dark}}}
dialog:not([open]){display:none}
dialog.shell{--room:calc(100dvh - var(--above,0px) - var(--below,0px));position:fixed;inset:var(--above,0) 0 var(--below,0);max-width:30rem;height:min(var(--room) - 2rem,46rem);max-height:none;margin:auto;animation:in .2s}
::backdrop{background:#0b1426a6;animation:in .2s}
h2,h3,.test,button,.first,.urgent span{font-weight:600}
header,footer{display:flex;align-items:center;gap:.625rem;padding:.5rem 1rem;padding-inline-end:.5rem;border-bottom:1px solid var(--line)}
header div{flex:1;min-width:0}
header p,.test,footer{font-size:.8125rem}
header p{min-height:1.4em;color:var(--dim);overflow:hidden;text-overflow:ellipsis;white-space:nowrap}
svg{display:block;width:1.5rem;flex:none;fill:none;stroke:currentColor;stroke-width:2;stroke-linecap:round;stroke-linejoin:round}
.good,.lock{color:var(--good)}
button,a{cursor:pointer;border-radius:8px}
.x{padding:.625rem;background:none;color:var(--dim)}
.x:hover,.second:hover{background:color-mix(in srgb,currentColor 12%,#0000)}
:focus-visible{outline:3px solid var(--accent);outline-offset:1px}
.notice:focus{outline:0}
.test{grid-area:1/1;padding:.25rem;text-align:center;background:var(--soft);color:var(--ink)}
main{display:grid;grid-template:auto minmax(0,1fr)/100%;flex:1;min-height:0}
iframe,.load,.notice{grid-area:2/1;width:100%;height:100%}
.load{grid-row:1/3}
iframe{color-scheme:light;background:#fff}
[aria-busy=true] iframe{background:none}
.covered{visibility:hidden}
.load,.notice{display:flex;flex-direction:column;align-items:center;justify-content:safe center;gap:.75rem;padding:1.5rem;text-align:center;color:var(--dim);overflow:auto}
.notice{background:var(--bg);animation:in .2s}
h3{font-size:1.25rem;color:var(--fg)}
.notice p{max-width:22rem}
.notice svg{width:3.5rem;padding:.75rem;border-radius:50%;color:var(--accent);background:color-mix(in srgb,currentColor 12%,#0000)}
.notice .good{color:var(--good)}
.notice .bad,.urgent span{color:var(--bad)}
.spin{width:2.25rem;height:2.25rem;border:3px solid var(--line);border-top-color:var(--accent);border-radius:50%;animation:spin 1s linear infinite}
.actions{display:grid;gap:.5rem;width:min(100%,18rem);padding-top:.5rem}
.actions button{min-height:2.875rem;padding:.5rem;border:1px solid var(--line);background:none;color:var(--fg)}
.actions .first{background:var(--accent);color:var(--on)}
footer{justify-content:space-between;min-height:2.75rem;padding-inline-end:1rem;padding-bottom:max(.5rem,env(safe-area-inset-bottom));border:0;border-top:1px solid var(--line);color:var(--dim)}
a{text-decoration:underline}
a.first{color:var(--accent)}
.spoken{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}
@media(max-width:32rem),(max-height:30rem){dialog.shell{max-width:none;height:var(--room);border-radius:0;padding-top:env(safe-area-inset-top)}}
@media(prefers-reduced-motion){*,::backdrop{animation-duration:1ms!important}.spin{animation-duration:3s!important}}
@media(forced-colors:active){.shell,.actions button{border:1px solid}}
@keyframes in{from{opacity:0}}
@keyframes spin{to{rotate:1turn}}`;
