import { FONTS, type Settings } from './settings.ts';

/**
 * The chosen theme as custom properties. The widget reads those named `--hpp-…` from `:root`, through its shadow root.
 */
export function themeProperties({
  accent,
  radius,
  font,
}: Pick<Settings, 'accent' | 'radius' | 'font'>): Record<string, string> {
  const properties: Record<string, string> = {};
  if (accent !== '') {
    properties['--hpp-accent'] = accent;
    properties['--hpp-on-accent'] = textColourOn(accent);
  }
  if (radius !== null) properties['--hpp-radius'] = `${radius}px`;
  if (FONTS[font] !== '') properties['--hpp-font'] = FONTS[font];
  return properties;
}

/** Black or white, whichever can be read better on a colour (WCAG 2.2, relative luminance). */
export function textColourOn(colour: string): '#ffffff' | '#111111' {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const channel = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
  });
  const luminance = 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  return 1.05 / (luminance + 0.05) >= (luminance + 0.05) / 0.056 ? '#ffffff' : '#111111';
}
