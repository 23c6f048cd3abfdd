import type { JSX } from 'preact';

export interface FrameProps {
  address: string;
  title: string;
  /** Something stands over it: not to be seen or reached, but alive. */
  covered: boolean;
  /** The same function at each render, so that a frame is attached once. */
  onAttach: (frame: HTMLIFrameElement | null) => void;
  onLoad: () => void;
}

/**
 * The hosted page. A new address gets a new frame, so that nothing is added to the shop's history: a frame's later pages
 * are entries of it (https://github.com/whatwg/html/issues/6501).
 */
export function Frame({ address, title, covered, onAttach, onLoad }: FrameProps): JSX.Element {
  return (
    <iframe
      key={address}
      class={covered ? 'covered' : undefined}
      part="frame"
      title={title}
      src={address}
      // `*`: the bank's page stands one frame deeper.
      allow="payment *; publickey-credentials-get *"
      referrerpolicy="strict-origin-when-cross-origin"
      ref={onAttach}
      onLoad={onLoad}
    />
  );
}
