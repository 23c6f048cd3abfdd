import type { ComponentChildren, JSX } from 'preact';

interface Props {
  name: string;
  label: string;
  /** Text under the field that says what goes in. */
  hint?: string | undefined;
  problem?: string | undefined;
  input: JSX.IntrinsicElements['input'];
  /** Stands inside the field, at its end. */
  mark?: ComponentChildren;
}

/** A labelled text field with its hint and its problem tied to it; both are read out with the field. */
export function Field({ name, label, hint, problem, input, mark }: Props): JSX.Element {
  return (
    <div class="field" data-field={name}>
      <label for={name}>{label}</label>
      <div class="control">
        <input
          id={name}
          name={name}
          type="text"
          aria-describedby={hint === undefined ? `${name}-problem` : `${name}-hint ${name}-problem`}
          aria-invalid={problem !== undefined}
          {...input}
        />
        {mark}
      </div>
      {hint !== undefined && (
        <p class="hint" id={`${name}-hint`}>
          {hint}
        </p>
      )}
      <p class="problem" id={`${name}-problem`}>
        {problem}
      </p>
    </div>
  );
}
