/**
 * Adds listeners and returns what takes all of them away again. `true` in fourth place: before all others.
 *
 * What happens to the document is heard on the window, of which no form of the page can take a name (T86); `true` there, too, if
 * the event does not bubble.
 */
export function listen(
  ...listeners: (readonly [EventTarget, string, (event: never) => void, capture?: true])[]
): () => void {
  for (const [target, type, listener, capture] of listeners)
    target.addEventListener(type, listener as EventListener, capture);
  return () => {
    for (const [target, type, listener, capture] of listeners)
      target.removeEventListener(type, listener as EventListener, capture);
  };
}
