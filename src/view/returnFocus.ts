/**
 * The `ref` of what may go while the dialog stays: the focus that it had goes to the close button then. Else it would fall
 * to the page behind, and a keyboard would have to find the way back.
 */
export function returnFocus(element: HTMLElement | null): () => void {
  const root = element?.getRootNode() as ShadowRoot | undefined;
  return () => {
    if (!root?.activeElement) return;
    // When all of the new state is drawn: what comes next may take the focus by itself.
    queueMicrotask(() => root.activeElement || root.querySelector<HTMLElement>('.x')?.focus());
  };
}
