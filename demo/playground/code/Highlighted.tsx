import type { JSX } from 'preact';

/** Comments, texts, tags and words of the language; everything else stays as it is. */
const TOKENS =
  /(?<comment>\/\*[\s\S]*?\*\/|<!--[\s\S]*?-->|(?<!:)\/\/[^\n]*)|(?<text>'[^'\n]*'|"[^"\n]*"|`[^`]*`)|(?<tag><\/?[\w-]+|\/?>)|(?<word>\b(?:import|from|export|const|function|return|async|await|new)\b)/g;

/** Code in colours, the same text to copy. */
export function Highlighted({ code }: { code: string }): JSX.Element {
  const parts: (JSX.Element | string)[] = [];
  let at = 0;
  for (const { 0: token, index, groups = {} } of code.matchAll(TOKENS)) {
    const kind = Object.keys(groups).find((name) => groups[name] !== undefined);
    parts.push(
      code.slice(at, index),
      <span key={index} class={kind}>
        {token}
      </span>,
    );
    at = index + token.length;
  }
  return (
    <code>
      {parts}
      {code.slice(at)}
    </code>
  );
}
