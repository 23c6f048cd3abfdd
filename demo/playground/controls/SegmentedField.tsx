import type { JSX } from 'preact';
import { SegmentedControl, type SegmentedControlProps } from './SegmentedControl.tsx';

/** A segmented control with its label beside it. */
export function SegmentedField<T extends string>(props: SegmentedControlProps<T>): JSX.Element {
  return (
    <div class="field">
      <span class="label">{props.label}</span>
      <SegmentedControl {...props} />
    </div>
  );
}
