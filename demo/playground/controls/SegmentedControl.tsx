import type { JSX } from 'preact';

interface SegmentsProps<T extends string> {
  label: string;
  options: readonly { value: T; title: string }[];
  value: T;
  onChange: (value: T) => void;
}

/** One of a few, all of them in sight. */
export function Segments<T extends string>({
  label,
  options,
  value,
  onChange,
}: SegmentsProps<T>): JSX.Element {
  return (
    <div class="field">
      <span class="label">{label}</span>
      <fieldset class="segments" aria-label={label}>
        {options.map((option) => (
          <button
            key={option.value}
            type="button"
            aria-pressed={option.value === value}
            onClick={() => onChange(option.value)}
          >
            {option.title}
          </button>
        ))}
      </fieldset>
    </div>
  );
}
