import type { ComponentChildren, JSX } from 'preact';
import type { PageTheme } from '../hostedPage/hostedPageService.ts';
import { Inline } from './Inline.tsx';
import { styles } from './styles/styles.ts';
import type { Locale } from './texts/locale.ts';

interface Props {
  title: string;
  locale: Locale;
  theme: PageTheme;
  nonce: string;
  /** Script of the page, ours alone. */
  script?: string | undefined;
  /** Where the page goes by itself, at once. */
  goTo?: string | undefined;
  children: ComponentChildren;
}

/** The HTML around every page: language, direction, theme, and the two inline texts that the policy lets through. */
export function Document({ title, locale, theme, nonce, script, goTo, children }: Props): JSX.Element {
  return (
    <html lang={locale.language} dir={locale.direction} data-theme={theme}>
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        {goTo !== undefined && <meta http-equiv="refresh" content={`0;url=${goTo}`} />}
        <title>{title}</title>
        <link rel="icon" href="data:," />
        <Inline as="style" nonce={nonce} text={styles} />
      </head>
      <body>
        {children}
        {script !== undefined && <Inline as="script" nonce={nonce} text={script} />}
      </body>
    </html>
  );
}
