const dark =
  'color-scheme:dark;--bg:var(--hpp-background,#171b22);--fg:var(--hpp-color,#eef1f6);--line:var(--hpp-border,#303744);--accent:var(--hpp-accent,#8ab6ff)';

/*
 * What the shell needs at its first drawing; `styles.ts` has the rest. A constructable stylesheet in a shadow root: allowed
 * under the strictest policy, out of reach of the shop's styles. `--hpp-…` custom properties and `::part(…)` are the ways in.
 *
 * `!important` on the host: there, a shadow root's wins over the page's, even over an important one
 * (https://drafts.csswg.org/css-cascade-5/#cascade-context). Shops hide every empty `div`. With it the host's letters have the
 * size that the customer has chosen in the browser, whatever the page's root has: all is measured in those (`em`).
 *
 * The dialog hangs from the window's top and is moved to its middle (on phones to its bottom) by `translate`, so that nothing
 * in it shifts when its height changes. `--page` is as high as what it shows; without it, it is as high as it may be.
 */
export const shellStyles = `:host{all:initial!important;display:block!important}
*{box-sizing:border-box;margin:0;padding:0;border:0;font:inherit;color:inherit}
.shell{all:initial;box-sizing:border-box;--bg:var(--hpp-background,#fff);--fg:var(--hpp-color,#14181f);--line:var(--hpp-border,#dfe3e9);--accent:var(--hpp-accent,#0b5cd5);display:flex;flex-direction:column;width:100%;height:44em;overflow:hidden;color-scheme:light;color:var(--fg);background:var(--bg);border-radius:var(--hpp-radius,14px);box-shadow:0 0 0 1px #0001,0 24px 64px #0005}
.inline{margin-top:1em}
.dark{${dark}}
@media(prefers-color-scheme:dark){.auto{${dark}}}
dialog:not([open]),[hidden]{display:none!important}
dialog.shell{--room:100dvh;position:fixed;inset:0;max-width:30em;height:min(var(--room) - 2em,var(--page,60em));margin:0 auto;translate:0 calc((var(--room) - 100%)/2);animation:in .2s}
::backdrop{background:#0b1426a6;animation:in .2s}
header{display:flex;height:4em;padding:.625em;border-bottom:1px solid var(--line)}
header div{flex:1}
.x{position:relative;width:2.75em;height:2.75em;background:none}
.x::before,.x::after{content:'';position:absolute;inset:1.3em .9em auto;border-top:2px solid;rotate:45deg}
.x::after{rotate:-45deg}
main{display:grid;grid-template:minmax(0,1fr)/100%;flex:1;min-height:0}
iframe,.load{grid-area:1/1;width:100%;height:100%}
.load{display:grid;place-content:center}
.spin{width:2.25em;height:2.25em;border:3px solid var(--line);border-top-color:var(--accent);border-radius:50%;animation:spin 1s linear infinite}
@media(max-width:32em){dialog.shell{max-width:none;translate:0 calc(var(--room) - 100%)}}
@media(max-height:30em){dialog.shell{height:var(--room)}}
@keyframes in{from{opacity:0}}
@keyframes spin{to{rotate:1turn}}`;
