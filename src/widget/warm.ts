/**
 * Opens the connection to the gateway in the partition its frame will use; `preconnect` opens it in another one.
 *
 * @returns takes the hidden frame away.
 */
export function warmFrame(origin: string): () => void {
  const frame = document.createElement('iframe');
  frame.src = `${origin}/robots.txt`;
  frame.tabIndex = -1;
  frame.setAttribute('aria-hidden', 'true');
  frame.style.cssText = 'position:fixed;width:1px;height:1px;border:0;opacity:0;pointer-events:none';
  document.body.append(frame);
  return () => frame.remove();
}
