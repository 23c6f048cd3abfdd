import { type Brand, readBrand } from './brand.ts';
import { LANGUAGES, type Language } from './languages.ts';
import { SCENARIO_IDS, type ScenarioId } from './scenarioIds.ts';

/** Everything that can be chosen in the control room; also a deep link: `?scenario=3ds&lang=ar&theme=dark`. */
export interface Settings extends Brand {
  scenario: ScenarioId;
  lang: Language;
  theme: Theme;
  presentation: Presentation;
  /** Of buttons and of the dialog, in px; `null` for the shop's own. */
  radius: number | null;
  font: FontName;
  /** Whether the customer is signed in and the page may offer saved cards. */
  cards: boolean;
}

export const THEMES = ['auto', 'light', 'dark'] as const;
export type Theme = (typeof THEMES)[number];

export const PRESENTATIONS = ['modal', 'inline', 'redirect'] as const;
export type Presentation = (typeof PRESENTATIONS)[number];

/** Fonts that every system has; nothing is fetched. */
export const FONTS = {
  system: '',
  serif: 'ui-serif, Georgia, "Times New Roman", serif',
  rounded: 'ui-rounded, "SF Pro Rounded", "Arial Rounded MT Bold", Quicksand, "Noto Sans", sans-serif',
  mono: 'ui-monospace, "SF Mono", Menlo, "DejaVu Sans Mono", monospace',
} as const;
export type FontName = keyof typeof FONTS;

export const MAX_RADIUS = 28;

export const DEFAULT_SETTINGS: Settings = {
  scenario: 'paid',
  lang: 'en',
  theme: 'auto',
  presentation: 'modal',
  name: '',
  logo: '',
  accent: '',
  radius: null,
  font: 'system',
  cards: false,
};

/** Reads a query; what is missing or wrong is the default, since a link that was mistyped should still open the shop. */
export function readSettings(query: URLSearchParams): Settings {
  const text = (name: string) => query.get(name) ?? '';
  const radius = /^\d{1,2}$/.test(text('radius')) ? Math.min(Number(text('radius')), MAX_RADIUS) : null;
  return {
    scenario: oneOf(SCENARIO_IDS, text('scenario')) ?? DEFAULT_SETTINGS.scenario,
    lang: oneOf(Object.keys(LANGUAGES) as Language[], text('lang')) ?? DEFAULT_SETTINGS.lang,
    theme: oneOf(THEMES, text('theme')) ?? DEFAULT_SETTINGS.theme,
    presentation: oneOf(PRESENTATIONS, text('presentation')) ?? DEFAULT_SETTINGS.presentation,
    ...readBrand({ name: text('name'), accent: text('accent'), logo: text('logo') }),
    radius,
    font: oneOf(Object.keys(FONTS) as FontName[], text('font')) ?? DEFAULT_SETTINGS.font,
    cards: text('cards') === 'on',
  };
}

/** The shortest query that reads as these settings; empty when all are the defaults. */
export function toQuery(settings: Settings): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(settings)) {
    if (value === DEFAULT_SETTINGS[name as keyof Settings]) continue;
    query.set(name, value === true ? 'on' : String(value));
  }
  return query.toString();
}

function oneOf<T extends string>(known: readonly T[], text: string): T | undefined {
  return known.find((candidate) => candidate === text);
}
