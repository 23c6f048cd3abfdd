/** Origin of the page around this one; `undefined` where it has none. Firefox does not say it, but names who led here. */
export function embedder({ location, document }: Window): string | undefined {
  // https://developer.mozilla.org/en-US/docs/Web/API/Location/ancestorOrigins
  const [nearest] = location.ancestorOrigins ?? [];
  if (nearest !== undefined) return nearest === 'null' ? undefined : nearest;
  return URL.canParse(document.referrer) ? new URL(document.referrer).origin : undefined;
}
