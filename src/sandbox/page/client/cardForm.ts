import type { FieldProblem } from '../../hostedPage/hostedPageService.ts';
import type { ClientTexts } from '../clientTexts.ts';
import { digitsOf } from '../digits.ts';
import { problemText } from '../problemText.ts';
import { fill } from '../texts/texts.ts';
import { brandOf } from './brandOf.ts';
import { checkField, type FieldName } from './checkCard.ts';
import { groupExpiry, groupNumber } from './formats.ts';
import { reformat } from './reformat.ts';
import { showProblems } from './showProblems.ts';

const NEW_CARD: readonly FieldName[] = ['number', 'expiry', 'securityCode', 'holderName'];

/**
 * Formats and checks the card form. A problem shows when a field is left or the form is sent, never while a field is first
 * typed in, and goes as soon as it is mended.
 */
export function cardForm(form: HTMLFormElement, texts: ClientTexts, today: () => Date): void {
  const input = (field: FieldName) => form.elements.namedItem(field) as HTMLInputElement;
  const saved = () => new FormData(form).get('savedCardId');
  const fields = () => (saved() ? (['securityCode'] as const) : NEW_CARD);
  const typed = () => ({
    number: saved() ? '' : input('number').value,
    expiry: input('expiry').value,
    securityCode: input('securityCode').value,
    holderName: input('holderName').value,
  });
  const codeDigits = () => brandOf(digitsOf(typed().number))?.securityCodeDigits.toString() ?? '3–4';
  const say = (problem: FieldProblem) => problemText(problem, texts, codeDigits());
  const show = (field: FieldName, problem: FieldProblem | null) => {
    const place = document.getElementById(`${field}-problem`);
    if (place !== null) place.textContent = problem === null ? '' : say(problem);
    input(field).setAttribute('aria-invalid', String(problem !== null));
  };

  form.noValidate = true;
  reformat(input('number'), groupNumber);
  reformat(input('expiry'), groupExpiry);
  reformat(input('securityCode'), (digits) => digits);
  input('number').addEventListener('input', () => showBrand(input('number').value, texts));

  for (const field of NEW_CARD) {
    const check = () => checkField(field, typed(), today());
    input(field).addEventListener('change', () => {
      if (input(field).value.trim() !== '') show(field, check());
    });
    input(field).addEventListener('input', () => {
      if (input(field).getAttribute('aria-invalid') === 'true' && check() === null) show(field, null);
    });
  }

  form.addEventListener('submit', (event) => {
    const problems = fields().flatMap((field) => checkField(field, typed(), today()) ?? []);
    for (const field of NEW_CARD) show(field, problems.find((problem) => problem.field === field) ?? null);
    showProblems(problems.map((problem) => ({ field: problem.field, text: say(problem) })));
    if (problems.length > 0) event.preventDefault();
  });
}

function showBrand(number: string, texts: ClientTexts): void {
  const brand = brandOf(digitsOf(number));
  const mark = document.getElementById('brand');
  if (mark !== null && mark.dataset.name !== (brand?.name ?? '')) {
    mark.dataset.name = brand?.name ?? '';
    const name = mark.querySelector('.badge');
    if (name !== null) name.textContent = brand?.name ?? '';
  }
  const hint = document.getElementById('securityCode-hint');
  const digits = brand?.securityCodeDigits.toString() ?? '3–4';
  if (hint !== null) hint.textContent = fill(texts.securityCodeHint, { digits });
}
