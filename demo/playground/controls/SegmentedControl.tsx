import type { JSX } from 'preact';
import { Icon, type IconName } from './Icon.tsx';

export interface Segment<T extends string> {
  value: T;
  title: string;
  icon?: IconName;
}

export interface SegmentedControlProps<T extends string> {
  label: string;
  segments: readonly Segment<T>[];
  value: T;
  onChange: (value: T) => void;
  /** Value of `data-tour`, where a step of the tour is about this control. */
  tour?: string;
}

/** A choice of one among a few, all of them in sight. */
export function SegmentedControl<T extends string>({
  label,
  segments,
  value,
  onChange,
  tour,
}: SegmentedControlProps<T>): JSX.Element {
  return (
    <fieldset class="segments" aria-label={label} data-tour={tour}>
      {segments.map((segment) => (
        <button
          key={segment.value}
          type="button"
          aria-pressed={segment.value === value}
          onClick={() => onChange(segment.value)}
        >
          {segment.icon && <Icon name={segment.icon} />}
          {segment.title}
        </button>
      ))}
    </fieldset>
  );
}
