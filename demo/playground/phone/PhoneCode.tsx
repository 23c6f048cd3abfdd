import type { JSX } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { toQuery } from '../../settings/settings.ts';
import { CopyButton } from '../controls/CopyButton.tsx';
import { Icon } from '../controls/Icon.tsx';
import type { PlaygroundState } from '../state/playgroundState.ts';
import { QrCode } from './QrCode.tsx';

/** The shop as it stands, on the phones of those who watch: a code to scan, or what to do for one. */
export function PhoneCode({ state }: { state: PlaygroundState }): JSX.Element {
  const { showsPhoneCode: shows, page, settings } = state;
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    if (shows.value) dialog.current?.showModal();
    else dialog.current?.close();
  }, [shows.value]);
  const query = toQuery(settings.value);
  return (
    <>
      <button
        type="button"
        class="copy phone-code-button"
        aria-haspopup="dialog"
        onClick={() => {
          shows.value = true;
        }}
      >
        <Icon name="phone" /> On a phone
      </button>
      <dialog
        ref={dialog}
        class="phone-code"
        aria-labelledby="phone-code-title"
        onClose={() => {
          shows.value = false;
        }}
      >
        <h2 id="phone-code-title">On a phone</h2>
        {page.lanOrigin === null ? (
          <HowTo />
        ) : (
          <Code address={`${page.lanOrigin}/shop${query && '?'}${query}`} />
        )}
        <form method="dialog">
          <button type="submit" class="icon-button" aria-label="Close">
            <Icon name="close" />
          </button>
        </form>
      </dialog>
    </>
  );
}

function Code({ address }: { address: string }): JSX.Element {
  return (
    <>
      <QrCode text={address} />
      <p class="phone-code-address">
        <span>{address}</span>
        <CopyButton text={address} />
      </p>
      <p>
        For phones in this machine’s network. Their browser warns first, since the demo vouches for itself;
        the terminal shows the certificate’s fingerprint. No money moves.
      </p>
    </>
  );
}

function HowTo(): JSX.Element {
  return (
    <>
      <p>Only this machine can reach the demo. To let phones in its network pay in it, start it with</p>
      <pre>
        <code>DEMO_LAN=on npm run demo</code>
      </pre>
      <p>
        Shop, control room, docs and test gateway are then open to everybody in that network, by https, until
        you stop it; no money moves. Here is then a QR code.
      </p>
    </>
  );
}
