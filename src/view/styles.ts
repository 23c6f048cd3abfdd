/*
 * One constructable stylesheet in a shadow root: allowed under the strictest policy, out of reach of the shop's styles.
 * `--hpp-…` custom properties and `::part(…)` are the ways in.
 */
export const styles = `
:host{all:initial}
*{box-sizing:border-box;margin:0}
.shell{
--bg:var(--hpp-background,#fff);--fg:var(--hpp-color,#14181f);--dim:var(--hpp-muted,#586070);--line:var(--hpp-border,#dfe3e9);
--accent:var(--hpp-accent,#0b5cd5);--on:var(--hpp-on-accent,#fff);--good:#12784a;--bad:#b3261e;--soft:#fff4d6;--ink:#6b4a00;
color-scheme:light;
padding:0;border:0;width:min(100%,30rem);height:min(100dvh,46rem);max-width:none;max-height:none;overflow:hidden;flex-direction:column;
color:var(--fg);background:var(--bg);font:400 1rem/1.45 var(--hpp-font,system-ui,-apple-system,"Segoe UI",Roboto,sans-serif);
border-radius:var(--hpp-radius,14px);box-shadow:0 0 0 1px #0000000d,0 24px 64px #0b142659;-webkit-text-size-adjust:100%}
dialog[open],section.shell{display:flex}
dialog.shell{position:fixed;inset:0;margin:auto;animation:in .2s ease-out}
::backdrop{background:#0b1426a6;animation:fade .2s}
.inline{width:100%;height:44rem;box-shadow:0 0 0 1px var(--line)}
.dark{color-scheme:dark;--bg:var(--hpp-background,#171b22);--fg:var(--hpp-color,#eef1f6);--dim:var(--hpp-muted,#a3adbd);--line:var(--hpp-border,#303744);--accent:var(--hpp-accent,#8ab6ff);--on:var(--hpp-on-accent,#0a1c3a);--good:#5fd39b;--bad:#ff9d94;--soft:#3a2f10;--ink:#ffdf8e}
@media(prefers-color-scheme:dark){.auto{color-scheme:dark;--bg:var(--hpp-background,#171b22);--fg:var(--hpp-color,#eef1f6);--dim:var(--hpp-muted,#a3adbd);--line:var(--hpp-border,#303744);--accent:var(--hpp-accent,#8ab6ff);--on:var(--hpp-on-accent,#0a1c3a);--good:#5fd39b;--bad:#ff9d94;--soft:#3a2f10;--ink:#ffdf8e}}
header{display:flex;align-items:center;gap:.625rem;padding:.5rem .5rem .5rem 1rem;padding-inline:1rem .5rem;border-bottom:1px solid var(--line)}
header div{flex:1;min-width:0}
h2{font-size:1rem;line-height:1.3;font-weight:600}
header p{font-size:.8125rem;line-height:1.3;min-height:1.3em;color:var(--dim);overflow:hidden;text-overflow:ellipsis;white-space:nowrap}
svg{display:block;width:1.5rem;height:1.5rem;flex:none;fill:none;stroke:currentColor;stroke-width:2;stroke-linecap:round;stroke-linejoin:round}
.lock{width:1.25rem;height:1.25rem;color:var(--good)}
button,a{font:inherit;color:inherit;cursor:pointer;border-radius:8px}
.x{display:grid;place-items:center;width:2.75rem;height:2.75rem;border:0;padding:0;background:none;color:var(--dim)}
.x:hover{background:color-mix(in srgb,currentColor 12%,#0000);color:var(--fg)}
:focus-visible{outline:3px solid var(--accent);outline-offset:-1px}
.notice:focus{outline:0}
.test{padding:.25rem 1rem;font-size:.8125rem;font-weight:600;text-align:center;background:var(--soft);color:var(--ink)}
main{position:relative;flex:1;min-height:0;background:var(--bg)}
iframe,.wait,.notice{position:absolute;inset:0;width:100%;height:100%;border:0}
iframe{color-scheme:light}
.covered{visibility:hidden}
.wait,.notice{display:flex;flex-direction:column;align-items:center;justify-content:center;gap:.75rem;padding:1.5rem;text-align:center;color:var(--dim)}
.notice{overflow:auto;background:var(--bg);animation:fade .16s}
.notice h3{font-size:1.25rem;line-height:1.3;font-weight:600;color:var(--fg)}
.notice p{max-width:22rem}
.notice>svg{width:3.5rem;height:3.5rem;padding:.75rem;border-radius:50%;color:var(--accent);background:color-mix(in srgb,currentColor 12%,#0000)}
.notice>.good{color:var(--good)}
.notice>.bad{color:var(--bad)}
.spin{width:2.25rem;height:2.25rem;border:3px solid var(--line);border-top-color:var(--accent);border-radius:50%;animation:spin .9s linear infinite}
.actions{display:flex;flex-direction:column;gap:.5rem;width:min(100%,18rem);margin-top:.75rem}
.actions:empty{display:none}
.actions button{min-height:2.875rem;padding:.5rem 1rem;border:1px solid var(--line);background:none;font-weight:600;color:var(--fg)}
.actions .first{background:var(--accent);border-color:var(--accent);color:var(--on)}
.actions button:hover{filter:brightness(.94)}
.actions :focus-visible{outline-offset:2px}
footer{display:flex;align-items:center;justify-content:space-between;gap:1rem;min-height:2.75rem;padding:.25rem 1rem;padding-bottom:max(.25rem,env(safe-area-inset-bottom));border-top:1px solid var(--line);font-size:.8125rem;color:var(--dim)}
footer a{margin-inline-start:auto;padding:.25rem 0;white-space:nowrap}
footer a.first{color:var(--accent);font-weight:600}
.urgent span{color:var(--bad);font-weight:600;font-variant-numeric:tabular-nums}
.spoken{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
@media(max-width:32rem),(max-height:30rem){dialog.shell{width:100%;height:100dvh;border-radius:0;padding-top:env(safe-area-inset-top)}}
@media(prefers-reduced-motion:reduce){*,::backdrop{animation-duration:1ms!important}.spin{animation-duration:3s!important}}
@media(forced-colors:active){.shell{border:1px solid}.actions button{border:1px solid}}
@keyframes in{from{opacity:0;transform:translateY(12px)}}
@keyframes fade{from{opacity:0}}
@keyframes spin{to{transform:rotate(1turn)}}
`;
