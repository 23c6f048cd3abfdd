import { digitsOf } from '../digits.ts';

/**
 * Keeps an input grouped while it is typed in, with the caret after the digit it stood after. Deleting a separator deletes the digit
 * beside it, since the separator itself would come back at once.
 */
export function reformat(input: HTMLInputElement, format: (digits: string) => string): void {
  let before = digitsOf(input.value);
  input.addEventListener('input', (event) => {
    const kind = event instanceof InputEvent ? event.inputType : '';
    const caret = input.selectionStart ?? input.value.length;
    const atEnd = caret === input.value.length;
    let digits = digitsOf(input.value);
    let passed = digitsOf(input.value.slice(0, caret)).length;
    if (digits === before && kind === 'deleteContentBackward' && passed > 0) {
      passed -= 1;
      digits = digits.slice(0, passed) + digits.slice(passed + 1);
    } else if (digits === before && kind === 'deleteContentForward') {
      digits = digits.slice(0, passed) + digits.slice(passed + 1);
    }
    input.value = format(digits);
    before = digitsOf(input.value);
    const position = atEnd ? input.value.length : positionAfter(input.value, passed);
    if (input.ownerDocument.activeElement === input) input.setSelectionRange(position, position);
  });
}

/** Where the caret stands once it has passed so many digits. */
export function positionAfter(text: string, digits: number): number {
  let position = 0;
  for (let passed = 0; passed < digits && position < text.length; position++) {
    if (/\d/.test(text[position] as string)) passed++;
  }
  return position;
}
