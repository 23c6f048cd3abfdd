import { inSchemes } from './inSchemes.ts';

const LIGHT = `
  --display: system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif;
  --radius: 0.625rem;
  --page: #e9edf4;
  --surface: #fff;
  --head: #f5f7fb;
  --head-ink: #152033;
  --head-muted: #54617a;
  --ink: #152033;
  --muted: #54617a;
  --line: #dde3ec;
  --field: #fff;
  --field-line: #8491a7;
  --accent: #1d4fd7;
  --accent-strong: #163fae;
  --accent-soft: #edf2fe;
  --on-accent: #fff;
  --danger: #b3261e;
  --danger-soft: #fdf1f0;
  --note: #6b4a00;
  --note-soft: #fff4d6;
  --shadow: 0 1px 2px rgb(20 32 51 / 6%), 0 12px 40px rgb(20 32 51 / 10%);
`;
const DARK = `
  --page: #0c1017;
  --surface: #161c27;
  --head: #1b2331;
  --head-ink: #f1f4f9;
  --head-muted: #a5b1c5;
  --ink: #e9edf4;
  --muted: #a5b1c5;
  --line: #2c3647;
  --field: #10151f;
  --field-line: #6b7890;
  --accent: #8db1ff;
  --accent-strong: #adc7ff;
  --accent-soft: #1d2a44;
  --on-accent: #0b1730;
  --danger: #ffb4ab;
  --danger-soft: #361b1b;
  --note: #ffd98a;
  --note-soft: #382c10;
  --shadow: 0 12px 40px rgb(0 0 0 / 45%);
`;
const PAPER_LIGHT = `
  --display: "Iowan Old Style", "Palatino Linotype", Palatino, Charter, Georgia, serif;
  --radius: 0.1875rem;
  --page: #ece6d9;
  --surface: #fffdf8;
  --head: #f8f3e8;
  --head-ink: #29241c;
  --head-muted: #665d4e;
  --ink: #29241c;
  --muted: #665d4e;
  --line: #e2d9c6;
  --field: #fffefb;
  --field-line: #938871;
  --accent: #1f5b45;
  --accent-strong: #174736;
  --accent-soft: #eff5f0;
  --shadow: 0 1px 2px rgb(60 45 20 / 8%), 0 8px 24px rgb(60 45 20 / 8%);
`;
const PAPER_DARK = `
  --page: #14120e;
  --surface: #211e18;
  --head: #29251d;
  --head-ink: #f6efe0;
  --head-muted: #bfb49e;
  --ink: #efe8d9;
  --muted: #bfb49e;
  --line: #3d372b;
  --field: #191711;
  --field-line: #827762;
  --accent: #8fcdb2;
  --accent-strong: #acdfc8;
  --accent-soft: #20322a;
  --on-accent: #0c251a;
`;

/**
 * The themes, each in light and dark. A theme sets these names and nothing else; the other sheets use them and nothing else.
 * head: the side with the sum. field-line has three to one against the surface, texts four and a half to one (WCAG 2.2 AA).
 */
export const themes: string = `
:root {
  color-scheme: light dark;
  --button: var(--accent);
  --button-strong: var(--accent-strong);
  --on-button: var(--on-accent);
}

[data-scheme="light"] {
  color-scheme: light;
}

[data-scheme="dark"] {
  color-scheme: dark;
}

${inSchemes(':root', LIGHT, DARK)}
${inSchemes(':root[data-theme="paper"]', PAPER_LIGHT, PAPER_DARK)}
`;
