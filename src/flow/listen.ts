/** Adds listeners and returns what takes all of them away again. */
export function listen(...listeners: [EventTarget, string, (event: never) => void][]): () => void {
  for (const [target, type, listener] of listeners) target.addEventListener(type, listener as EventListener);
  return () => {
    for (const [target, type, listener] of listeners)
      target.removeEventListener(type, listener as EventListener);
  };
}
