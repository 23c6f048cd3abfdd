import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';

const SHOWN_MS = 1600;

/** Copies a text, and shows for a moment whether that worked. */
export function CopyButton({ text, label = 'Copy' }: { text: string; label?: string }): JSX.Element {
  const result = useSignal('');
  const copy = async () => {
    result.value = await navigator.clipboard.writeText(text).then(
      () => 'Copied',
      () => 'Select and copy it by hand',
    );
    setTimeout(() => {
      result.value = '';
    }, SHOWN_MS);
  };
  return (
    <button type="button" class="copy" onClick={() => void copy()}>
      <span aria-live="polite">{result.value === '' ? label : result.value}</span>
    </button>
  );
}
