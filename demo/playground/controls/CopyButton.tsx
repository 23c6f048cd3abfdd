import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';

const SHOWN_MS = 1600;

/** Copies a text and says so. */
export function CopyButton({ text, label = 'Copy' }: { text: string; label?: string }): JSX.Element {
  const said = useSignal('');
  const copy = async () => {
    said.value = await navigator.clipboard.writeText(text).then(
      () => 'Copied',
      () => 'Select and copy it by hand',
    );
    setTimeout(() => {
      said.value = '';
    }, SHOWN_MS);
  };
  return (
    <button type="button" class="copy" onClick={() => void copy()}>
      <span aria-live="polite">{said.value === '' ? label : said.value}</span>
    </button>
  );
}
