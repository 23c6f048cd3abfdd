import type { JSX } from 'preact';
import { LANGUAGES, type Language } from '../../settings/languages.ts';
import { type FontName, MAX_RADIUS, type Presentation, type Theme } from '../../settings/settings.ts';
import type { Segment } from '../controls/SegmentedControl.tsx';
import { SegmentedField } from '../controls/SegmentedField.tsx';
import type { PlaygroundState } from '../state/playgroundState.ts';

const SWATCHES: readonly { colour: string; name: string }[] = [
  { colour: '', name: 'The shop’s green' },
  { colour: '#1d4fd7', name: 'Blue' },
  { colour: '#6d3fd1', name: 'Violet' },
  { colour: '#b4235f', name: 'Raspberry' },
  { colour: '#c2410c', name: 'Orange' },
  { colour: '#111827', name: 'Black' },
];
const OWN_GREEN = '#264a3f';
const OWN_RADIUS = 12;

const PRESENTATIONS: readonly Segment<Presentation>[] = [
  { value: 'modal', title: 'Modal' },
  { value: 'inline', title: 'Inline' },
  { value: 'redirect', title: 'Full page' },
];
const THEMES: readonly Segment<Theme>[] = [
  { value: 'auto', title: 'As the device' },
  { value: 'light', title: 'Light' },
  { value: 'dark', title: 'Dark' },
];
const FONTS: readonly Segment<FontName>[] = [
  { value: 'system', title: 'System' },
  { value: 'serif', title: 'Serif' },
  { value: 'rounded', title: 'Rounded' },
  { value: 'mono', title: 'Mono' },
];

/** Theme, language and presentation of the checkout; each change shows at once. */
export function ThemeTab({ state }: { state: PlaygroundState }): JSX.Element {
  const { lang, theme, presentation, accent, radius, font, cards } = state.settings.value;
  return (
    <div class="theme">
      <SegmentedField
        label="Payment page"
        segments={PRESENTATIONS}
        value={presentation}
        onChange={(value) => state.change({ presentation: value })}
      />
      <SegmentedField
        label="Theme"
        segments={THEMES}
        value={theme}
        onChange={(value) => state.change({ theme: value })}
      />
      <label class="field">
        <span class="label">Language</span>
        <select
          value={lang}
          onChange={({ currentTarget }) => state.change({ lang: currentTarget.value as Language })}
        >
          {Object.entries(LANGUAGES).map(([code, name]) => (
            <option key={code} value={code}>
              {name}
            </option>
          ))}
        </select>
      </label>
      <div class="field">
        <span class="label">Colour</span>
        <fieldset class="swatches" aria-label="Colour">
          {SWATCHES.map(({ colour, name }) => (
            <Swatch
              key={name}
              colour={colour === '' ? OWN_GREEN : colour}
              name={name}
              pressed={accent === colour}
              onPress={() => state.change({ accent: colour })}
            />
          ))}
          <input
            type="color"
            aria-label="Another colour"
            value={accent === '' ? OWN_GREEN : accent}
            onInput={({ currentTarget }) => state.change({ accent: currentTarget.value })}
          />
        </fieldset>
      </div>
      <label class="field">
        <span class="label">Corners</span>
        <input
          type="range"
          min="0"
          max={MAX_RADIUS}
          value={radius ?? OWN_RADIUS}
          onInput={({ currentTarget }) => state.change({ radius: currentTarget.valueAsNumber })}
        />
        <output>{radius ?? OWN_RADIUS} px</output>
      </label>
      <SegmentedField
        label="Font"
        segments={FONTS}
        value={font}
        onChange={(value) => state.change({ font: value })}
      />
      <label class="field switch">
        <span class="label">Saved cards</span>
        <input
          type="checkbox"
          checked={cards}
          onChange={({ currentTarget }) => state.change({ cards: currentTarget.checked })}
        />
        <small>The customer is signed in: cards that were used once are offered again.</small>
      </label>
    </div>
  );
}

interface SwatchProps {
  colour: string;
  name: string;
  pressed: boolean;
  onPress: () => void;
}

function Swatch({ colour, name, pressed, onPress }: SwatchProps): JSX.Element {
  return (
    <button
      type="button"
      class="swatch"
      aria-pressed={pressed}
      aria-label={name}
      title={name}
      onClick={onPress}
    >
      <svg viewBox="0 0 20 20" aria-hidden="true">
        <circle cx="10" cy="10" r="10" fill={colour} />
      </svg>
    </button>
  );
}
