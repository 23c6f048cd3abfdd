/** The colours that a brand's colour gives a page, as declarations of the names in `styles/themes.ts`. */
export interface AccentRules {
  light: string;
  dark: string;
}

type Colour = readonly [red: number, green: number, blue: number];

const WHITE: Colour = [255, 255, 255];
const BLACK: Colour = [0, 0, 0];
const INK: Colour = [17, 17, 17];
const DARK_SURFACE: Colour = [33, 30, 24];
/** Above the 4.5 of WCAG 2.2 AA, since the surfaces are not quite white and black. */
const ENOUGH = 5.2;

/**
 * The button is the colour as it was given, with black or white letters, whichever can be read better. Links, lines and focus
 * rings take the nearest shade that can be read on the page.
 *
 * @param accent `#rrggbb`.
 */
export function accentRules(accent: string): AccentRules {
  const given = parse(accent);
  const onButton = contrast(given, WHITE) >= contrast(given, INK) ? WHITE : INK;
  const button = `--button:${css(given)};--button-strong:${css(mix(given, onButton === WHITE ? BLACK : WHITE, 0.15))};--on-button:${css(onButton)}`;
  const rules = (line: Colour, soft: Colour) => `--accent:${css(line)};--accent-soft:${css(soft)};${button}`;
  return {
    light: rules(readable(given, WHITE, BLACK), mix(given, WHITE, 0.92)),
    dark: rules(readable(given, DARK_SURFACE, WHITE), mix(given, DARK_SURFACE, 0.85)),
  };
}

/** The colour, moved towards another until it can be read on the surface. */
function readable(colour: Colour, surface: Colour, towards: Colour): Colour {
  for (let part = 0; part < 1; part += 0.05) {
    const shade = mix(colour, towards, part);
    if (contrast(shade, surface) >= ENOUGH) return shade;
  }
  return towards;
}

function parse(colour: string): Colour {
  const channel = (at: number) => Number.parseInt(colour.slice(at, at + 2), 16);
  return [channel(1), channel(3), channel(5)];
}

function mix(colour: Colour, other: Colour, part: number): Colour {
  const channel = (index: 0 | 1 | 2) => Math.round(colour[index] * (1 - part) + other[index] * part);
  return [channel(0), channel(1), channel(2)];
}

function css([red, green, blue]: Colour): string {
  return `rgb(${red} ${green} ${blue})`;
}

/** https://www.w3.org/TR/WCAG22/#dfn-contrast-ratio */
function contrast(one: Colour, other: Colour): number {
  const [light, dark] = [luminance(one), luminance(other)].sort((a, b) => b - a) as [number, number];
  return (light + 0.05) / (dark + 0.05);
}

function luminance(colour: Colour): number {
  const [red, green, blue] = colour.map((value) => {
    const part = value / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
