import type { JSX } from 'preact';
import { useMemo } from 'preact/hooks';
import { shopNameOf } from '../settings/brand.ts';
import { toQuery } from '../settings/settings.ts';
import { CopyButton } from './controls/CopyButton.tsx';
import { Icon } from './controls/Icon.tsx';
import { type Segment, SegmentedControl } from './controls/SegmentedControl.tsx';
import { PhoneCode } from './phone/PhoneCode.tsx';
import { linkTo } from './state/linkTo.ts';
import type { Device, PlaygroundState } from './state/playgroundState.ts';

const DEVICES: readonly Segment<Device>[] = [
  { value: 'desktop', title: 'Desktop', icon: 'desktop' },
  { value: 'phone', title: 'Phone', icon: 'phone' },
];

/** The shop, on a device. It is a page of its own in a frame, so that its dialog covers the shop and not the controls. */
export function Preview({ state }: { state: PlaygroundState }): JSX.Element {
  const { device, settings } = state;
  // Later changes reach the page by message; a new address would load it anew.
  const address = useMemo(
    () => `/shop?${state.returned ? 'returned&' : ''}${toQuery(settings.peek())}`,
    [state, settings],
  );
  const link = linkTo(settings.value);
  return (
    <div class="preview">
      <div class="preview-bar">
        <SegmentedControl
          label="Device"
          segments={DEVICES}
          value={device.value}
          onChange={(value) => {
            device.value = value;
          }}
          tour="device"
        />
        <p class="deep-link">
          <Icon name="link" />
          <span>{link.replace(/^https?:\/\//, '')}</span>
          <CopyButton text={link} label="Copy link" />
          <PhoneCode state={state} />
        </p>
      </div>
      <div class={`device ${device.value}`} data-tour="shop">
        <iframe
          ref={state.attachFrame}
          title={`${shopNameOf(settings.value)}, the shop`}
          src={address}
          allow="payment *; clipboard-write"
        />
      </div>
    </div>
  );
}
