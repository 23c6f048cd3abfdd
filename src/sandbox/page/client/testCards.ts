/** Shows the buttons that fill a test card into the form; the expiry date is three years off. */
export function offerTestCards(form: HTMLFormElement, today: Date): void {
  const year = String(today.getFullYear() + 3).slice(-2);
  const set = (name: string, value: string) => {
    const input = form.elements.namedItem(name) as HTMLInputElement;
    input.value = value;
    input.dispatchEvent(new InputEvent('input', { bubbles: true }));
    input.dispatchEvent(new Event('change', { bubbles: true }));
  };
  for (const button of document.querySelectorAll<HTMLButtonElement>('.test-cards button[data-number]')) {
    button.hidden = false;
    button.addEventListener('click', () => {
      form.querySelector<HTMLInputElement>('[data-new-card]')?.click();
      set('number', button.dataset.number ?? '');
      set('expiry', `12${year}`);
      set('securityCode', button.dataset.code ?? '');
      const holder = form.elements.namedItem('holderName') as HTMLInputElement;
      if (holder.value.trim() === '') set('holderName', 'Test Customer');
      form.querySelector<HTMLButtonElement>('.pay')?.focus();
    });
  }
}
