const PROPERTIES = ['overflow', 'scrollbar-gutter'] as const;

/**
 * Keeps the shop's page from scrolling behind the dialog; a native modal does not. The scrollbar's room is kept, so that
 * nothing moves. https://github.com/whatwg/html/issues/7732
 *
 * @returns puts back exactly what stood there.
 */
export function lockScroll(window: Window): () => void {
  const root = window.document.documentElement;
  const had = root.hasAttribute('style');
  const before = PROPERTIES.map(
    (name) => [name, root.style.getPropertyValue(name), root.style.getPropertyPriority(name)] as const,
  );
  if (window.innerWidth > root.clientWidth) root.style.setProperty('scrollbar-gutter', 'stable', 'important');
  root.style.setProperty('overflow', 'hidden', 'important');
  return () => {
    for (const [name, value, priority] of before) root.style.setProperty(name, value, priority);
    if (!had && root.getAttribute('style') === '') root.removeAttribute('style');
  };
}
