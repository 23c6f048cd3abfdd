import type { JSX } from 'preact';
import type { Leaving } from '../hostedPage/hostedPageService.ts';
import { Icon } from './icons.tsx';
import type { Locale } from './texts/locale.ts';

interface Props {
  voucher: NonNullable<Leaving['voucher']>;
  redirectTo: string;
  locale: Locale;
}

/** The number to pay with at a counter. It stays until the customer goes on: nothing else has the number. */
export function VoucherPage({ voucher, redirectTo, locale: { texts, language } }: Props): JSX.Element {
  const day = new Intl.DateTimeFormat(`${language}-u-nu-latn`, { dateStyle: 'long', timeZone: 'UTC' });
  return (
    <div class="sheet single">
      <main class="work notice voucher">
        <Icon shape="voucher" />
        <h1>{texts.voucherTitle}</h1>
        <p>{texts.voucherText}</p>
        <p class="voucher-number">
          <bdi id="voucher-number" dir="ltr">
            {voucher.number.replace(/(.{4})(?=.)/g, '$1 ')}
          </bdi>
          <button type="button" class="small" hidden data-copy="voucher-number" data-done={texts.copied}>
            {texts.copy}
          </button>
        </p>
        <p>
          {texts.voucherUntil}{' '}
          <time dateTime={new Date(voucher.endsAt).toISOString()}>{day.format(voucher.endsAt)}</time>
        </p>
        <a class="pay" href={redirectTo}>
          {texts.leavingLink}
        </a>
      </main>
    </div>
  );
}
