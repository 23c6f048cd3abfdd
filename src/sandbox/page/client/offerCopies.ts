/** Shows the buttons that copy a number (`data-copy`, an element's id) or fill in a field (`data-fill`, with `data-value`). */
export function offerCopies(document: Document): void {
  for (const button of document.querySelectorAll<HTMLButtonElement>('button[data-copy]')) {
    const source = document.getElementById(button.dataset.copy ?? '');
    if (source === null) continue;
    button.hidden = false;
    button.addEventListener('click', async () => {
      await copy(document, source);
      button.textContent = button.dataset.done ?? '';
    });
  }
  for (const button of document.querySelectorAll<HTMLButtonElement>('button[data-fill]')) {
    const field = document.getElementById(button.dataset.fill ?? '') as HTMLInputElement | null;
    if (field === null) continue;
    button.hidden = false;
    button.addEventListener('click', () => {
      field.value = button.dataset.value ?? '';
      field.focus();
    });
  }
}

/** A frame may be refused the clipboard; what is selected can be copied there all the same. */
async function copy(document: Document, source: HTMLElement): Promise<void> {
  try {
    await navigator.clipboard.writeText(source.textContent ?? '');
  } catch {
    document.getSelection()?.selectAllChildren(source);
    document.execCommand('copy');
  }
}
