import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { CopyButton } from '../controls/CopyButton.tsx';
import { SegmentedControl } from '../controls/SegmentedControl.tsx';
import type { PlaygroundState } from '../state/playgroundState.ts';
import { Highlighted } from './Highlighted.tsx';
import { node } from './node.ts';
import { npm } from './npm.ts';
import { react } from './react.ts';
import { scriptTag } from './scriptTag.ts';
import type { OnScreen } from './snippet.ts';
import { vue } from './vue.ts';

const LANGUAGES = {
  script: { title: 'Script tag', write: scriptTag },
  npm: { title: 'npm', write: npm },
  react: { title: 'React', write: react },
  vue: { title: 'Vue', write: vue },
  node: { title: 'Node', write: node },
} as const satisfies Readonly<Record<string, { title: string; write: (screen: OnScreen) => string }>>;
type CodeLanguage = keyof typeof LANGUAGES;
const SEGMENTS = Object.entries(LANGUAGES).map(([value, { title }]) => ({
  value: value as CodeLanguage,
  title,
}));

/** The code for exactly what is on screen. */
export function CodeTab({ state }: { state: PlaygroundState }): JSX.Element {
  const chosen = useSignal<CodeLanguage>('script');
  const { basket } = state;
  if (basket.value === null) return <p class="hint">The shop is opening …</p>;
  const { merchantOrigin, gatewayOrigin } = state.page;
  const code = LANGUAGES[chosen.value].write({
    ...basket.value,
    settings: state.settings.value,
    shopOrigin: location.origin,
    merchantOrigin,
    gatewayOrigin,
  });
  return (
    <div class="code">
      <div class="code-head">
        <SegmentedControl
          label="Language of the code"
          segments={SEGMENTS}
          value={chosen.value}
          onChange={(value) => {
            chosen.value = value;
          }}
        />
        <CopyButton text={code} />
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: text that scrolls must be reachable by keyboard */}
      <pre tabIndex={0}>
        <Highlighted code={code} />
      </pre>
    </div>
  );
}
