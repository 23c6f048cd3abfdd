import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { logoAddress, shopNameOf } from '../../settings/brand.ts';
import type { Settings } from '../../settings/settings.ts';
import type { ShopTexts } from '../texts/shopTexts.ts';

interface MastheadProps {
  settings: Pick<Settings, 'name' | 'logo'>;
  texts: ShopTexts;
}

/** Whose shop it is: Morrow's, or that of whoever has typed a name or chosen a logo. */
export function Masthead({ settings, texts }: MastheadProps): JSX.Element {
  const { name, logo } = settings;
  return (
    <header class="masthead">
      <p class="brand">
        {logo !== '' ? (
          <LogoFile key={logo} id={logo} settings={settings} />
        ) : name === '' ? (
          <OwnLogo />
        ) : (
          <Monogram name={name} />
        )}
        <bdi>{shopNameOf(settings)}</bdi> {name === '' && <span class="tagline">{texts.tagline}</span>}
      </p>
      <p class="badge">{texts.demoBadge}</p>
    </header>
  );
}

/** The chosen file; its name stands beside it. A demo that was started anew does not have it any more. */
function LogoFile({ id, settings }: { id: string; settings: MastheadProps['settings'] }): JSX.Element {
  const missing = useSignal(false);
  const image = useRef<HTMLImageElement>(null);
  // It may have failed before this script ran, and said so to nobody.
  useEffect(() => {
    image.current?.decode().catch(() => {
      missing.value = true;
    });
  }, [missing]);
  if (missing.value) return <Monogram name={shopNameOf(settings)} />;
  return <img class="logo-file" src={logoAddress(id)} alt="" ref={image} />;
}

function Monogram({ name }: { name: string }): JSX.Element {
  return (
    <span class="logo monogram" aria-hidden="true">
      {[...name][0]?.toUpperCase()}
    </span>
  );
}

function OwnLogo(): JSX.Element {
  return (
    <svg class="logo" viewBox="0 0 32 32" aria-hidden="true">
      <rect width="32" height="32" rx="9" />
      <path d="M8 22V10l8 8 8-8v12" />
    </svg>
  );
}
