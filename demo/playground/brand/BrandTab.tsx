import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { cleanName, MAX_NAME, OWN_NAME } from '../../settings/brand.ts';
import { CopyButton } from '../controls/CopyButton.tsx';
import { forgetLogo, sendLogo } from '../state/keptLogo.ts';
import { linkTo } from '../state/linkTo.ts';
import type { PlaygroundState } from '../state/playgroundState.ts';
import { readColour } from './readColour.ts';

/** Of Morrow, as the picker shows it before another was chosen. */
const OWN_GREEN = '#264a3f';

/** Your shop in ten seconds: a name, a logo and a colour; shop, payment page and return page change as they are typed. */
export function BrandTab({ state }: { state: PlaygroundState }): JSX.Element {
  const { name, accent, logo } = state.settings.value;
  const typed = useSignal(name);
  const isOwn = name === '' && accent === '' && logo === '';
  return (
    <div class="theme brand-tab">
      <p class="hint">A name, a logo, a colour: the shop is yours, and so is its payment page.</p>
      <label class="field">
        <span class="label">Name</span>
        <input
          type="text"
          maxLength={MAX_NAME}
          placeholder={OWN_NAME}
          autocomplete="off"
          spellcheck={false}
          // A space at the end is one that another word follows.
          value={cleanName(typed.value) === name ? typed.value : name}
          onInput={({ currentTarget }) => {
            typed.value = currentTarget.value;
            state.change({ name: cleanName(currentTarget.value) });
          }}
        />
      </label>
      <LogoField state={state} />
      <ColourField state={state} />
      <p class="brand-actions">
        <CopyButton text={linkTo(state.settings.value)} label="Copy the link to your shop" />
        <button
          type="button"
          class="copy"
          disabled={isOwn}
          onClick={() => {
            forgetLogo();
            state.change({ name: '', accent: '', logo: '' });
          }}
        >
          Back to {OWN_NAME}
        </button>
      </p>
      <p class="hint">
        The logo stays in this browser and in the memory of the server on this machine. The link carries name
        and colour; the logo too, as long as this demo runs.
      </p>
    </div>
  );
}

function LogoField({ state }: { state: PlaygroundState }): JSX.Element {
  const problem = useSignal('');
  const { logo } = state.settings.value;
  return (
    <div class="field">
      <label class="label" for="logo-file">
        Logo
      </label>
      <input
        id="logo-file"
        type="file"
        accept="image/png,image/jpeg,image/webp,image/svg+xml"
        aria-describedby="logo-problem"
        key={logo === '' ? 'none' : 'chosen'}
        onChange={async ({ currentTarget }) => {
          const [file] = currentTarget.files ?? [];
          if (file === undefined) return;
          const sent = await sendLogo(file);
          problem.value = 'error' in sent ? sent.error : '';
          if ('id' in sent) state.change({ logo: sent.id });
        }}
      />
      {logo !== '' && (
        <button
          type="button"
          class="copy"
          onClick={() => {
            forgetLogo();
            state.change({ logo: '' });
          }}
        >
          Remove
        </button>
      )}
      <small id="logo-problem" role="status">
        {problem.value || 'PNG, JPEG or WebP, or SVG up to 48 kB.'}
      </small>
    </div>
  );
}

function ColourField({ state }: { state: PlaygroundState }): JSX.Element {
  const { accent } = state.settings.value;
  const wrong = useSignal(false);
  /** Until the field is left: what the shop becomes meanwhile, or a logo that arrives, takes nothing out of it. */
  const typed = useSignal<string | null>(null);
  return (
    <div class="field">
      <label class="label" for="brand-colour">
        Colour
      </label>
      <span class="colour-inputs">
        <input
          type="color"
          aria-label="Pick a colour"
          value={accent === '' ? OWN_GREEN : accent}
          onInput={({ currentTarget }) => state.change({ accent: currentTarget.value })}
        />
        <input
          id="brand-colour"
          type="text"
          autocomplete="off"
          spellcheck={false}
          placeholder="#6d3fd1, teal, rgb(…)"
          aria-invalid={wrong.value}
          aria-describedby="colour-problem"
          value={typed.value ?? accent}
          onInput={({ currentTarget }) => {
            typed.value = currentTarget.value;
            const colour = colourIn(currentTarget);
            if (colour !== null) state.change({ accent: colour });
          }}
          onChange={({ currentTarget }) => {
            wrong.value = colourIn(currentTarget) === null;
            if (!wrong.value) typed.value = null;
          }}
        />
      </span>
      <small id="colour-problem" role="status">
        {wrong.value
          ? 'That is no colour. Try #6d3fd1 or teal.'
          : 'Letters on it turn black or white by themselves.'}
      </small>
    </div>
  );
}

/** What is typed, as a colour; empty for Morrow's own; `null` while it is none. */
function colourIn({ value, ownerDocument }: HTMLInputElement): string | null {
  return value.trim() === '' ? '' : readColour(value, ownerDocument);
}
