/**
 * Sends each form once: a second press while the first is on its way does nothing, and the pressed button says so
 * (the text is the form's `data-guard`). A page that comes back from the browser's cache is usable again.
 */
export function guardForms(document: Document): void {
  for (const form of document.querySelectorAll<HTMLFormElement>('form[data-guard]')) {
    let release: (() => void) | null = null;
    form.addEventListener('submit', (event) => {
      if (event.defaultPrevented) return;
      if (release !== null) return event.preventDefault();
      release = makeBusy(form, event.submitter);
    });
    window.addEventListener('pageshow', () => {
      release?.();
      release = null;
    });
  }
}

/** The button is not disabled: its name and value would be missing from the form, and the focus would be lost. */
function makeBusy(form: HTMLFormElement, button: HTMLElement | null): () => void {
  const label = button?.querySelector('span') ?? button;
  const before = label?.textContent ?? '';
  form.setAttribute('aria-busy', 'true');
  button?.setAttribute('aria-disabled', 'true');
  if (label !== null) label.textContent = form.dataset.guard ?? before;
  return () => {
    form.removeAttribute('aria-busy');
    button?.removeAttribute('aria-disabled');
    if (label !== null) label.textContent = before;
  };
}
