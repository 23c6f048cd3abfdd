/** Runs when an element has left the page, alone or with all that was around it. @returns stops observing. */
export function onRemoval(element: Element, run: () => void): () => void {
  const observer = new MutationObserver(() => element.isConnected || run());
  // A shadow tree's own changes are seen by nobody outside.
  for (const root of [document, element.getRootNode()])
    observer.observe(root, { childList: true, subtree: true });
  return () => observer.disconnect();
}
