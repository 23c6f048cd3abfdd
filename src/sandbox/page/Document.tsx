import type { ComponentChildren, JSX } from 'preact';
import type { PageColours, PageTheme } from '../hostedPage/hostedPageService.ts';
import { accentRules } from './accent.ts';
import { Inline } from './Inline.tsx';
import { inSchemes } from './styles/inSchemes.ts';
import { styles } from './styles/styles.ts';
import type { Locale } from './texts/locale.ts';

interface Props {
  title: string;
  locale: Locale;
  theme: PageTheme;
  colours?: PageColours | undefined;
  nonce: string;
  /** Origin of a page around this one that may type and press in it (`client/takeSteps.ts`). */
  driver?: string | undefined;
  /** Script of the page, ours alone. */
  script?: string | undefined;
  /** Where the page goes by itself, at once. */
  goTo?: string | undefined;
  children: ComponentChildren;
}

/** Before the first paint, so that nothing moves: a page around this one has its head, clock and way out already. */
const MARK_FRAMED = "if(parent!==self)document.documentElement.dataset.framed=''";

function accentStyle(accent: string): string {
  const { light, dark } = accentRules(accent);
  return inSchemes(':root:root', light, dark);
}

/** The HTML around every page: language, direction, theme, and the two inline texts that the policy lets through. */
export function Document(props: Props): JSX.Element {
  const { title, locale, theme, colours = {}, nonce, driver, script, goTo, children } = props;
  const { scheme, accent } = colours;
  return (
    <html
      lang={locale.language}
      dir={locale.direction}
      data-theme={theme}
      data-scheme={scheme}
      data-driver={driver}
    >
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content={scheme ?? 'light dark'} />
        {goTo !== undefined && <meta http-equiv="refresh" content={`0;url=${goTo}`} />}
        <title>{title}</title>
        <link rel="icon" href="data:," />
        <Inline as="style" nonce={nonce} text={styles + (accent === undefined ? '' : accentStyle(accent))} />
        {script !== undefined && <Inline as="script" nonce={nonce} text={MARK_FRAMED} />}
      </head>
      <body>
        {children}
        {script !== undefined && <Inline as="script" nonce={nonce} text={script} />}
      </body>
    </html>
  );
}
