import type { JSX } from 'preact';

/** A style sheet or script of ours as it stands, with the nonce that lets it through the policy. Never for anything that was sent to us. */
export function Inline({
  as: Tag,
  nonce,
  text,
}: {
  as: 'style' | 'script';
  nonce: string;
  text: string;
}): JSX.Element {
  // biome-ignore lint/security/noDangerouslySetInnerHtml: the text is part of this package
  return <Tag nonce={nonce} dangerouslySetInnerHTML={{ __html: withoutEnd(text) }} />;
}

/** Nothing in the text may end its element early. Both escapes mean the same in a string, where alone they can stand. */
function withoutEnd(text: string): string {
  return text.replace(/<\/(script|style)/gi, '<\\/$1').replace(/<!--/g, '<\\!--');
}
