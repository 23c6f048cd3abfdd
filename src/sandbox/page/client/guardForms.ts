/** Sends each form once: a second press while the first is on its way does nothing. */
export function guardForms(document: Document): void {
  for (const form of document.querySelectorAll<HTMLFormElement>('form[data-guard]')) {
    form.addEventListener('submit', (event) => {
      if (form.dataset.sent !== undefined) event.preventDefault();
      else form.dataset.sent = '';
    });
  }
}
