/** Declarations of a selector in light, and in dark: by the browser's preference, unless the page has a scheme of its own. */
export function inSchemes(selector: string, light: string, dark: string): string {
  return `${selector}{${light}}
@media (prefers-color-scheme: dark){${selector}:not([data-scheme="light"]){${dark}}}
${selector}[data-scheme="dark"]{${dark}}
`;
}
