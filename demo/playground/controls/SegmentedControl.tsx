import type { JSX } from 'preact';

interface SegmentedControlProps<T extends string> {
  label: string;
  options: readonly { value: T; title: string }[];
  value: T;
  onChange: (value: T) => void;
}

/** A choice of one among a few, all of them in sight. */
export function SegmentedControl<T extends string>({
  label,
  options,
  value,
  onChange,
}: SegmentedControlProps<T>): JSX.Element {
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
