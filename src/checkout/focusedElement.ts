/** What has the focus, in whatever shadow root it stands. */
export function focusedElement(document: Document): Element | null {
  let at = document.activeElement;
  while (at?.shadowRoot?.activeElement) at = at.shadowRoot.activeElement;
  return at;
}
