import { render } from 'preact';
import type { PlaygroundPageData } from '../wire/playgroundPage.ts';
import { Playground } from './Playground.tsx';
import { createPlayground } from './state/createPlayground.ts';
import { rememberClosed } from './state/rememberClosed.ts';
import { createFilm } from './tour/createFilm.ts';

const page: PlaygroundPageData = JSON.parse(document.querySelector('#page')?.textContent ?? 'null');
const root = document.querySelector('#playground');
rememberClosed(false);
if (root !== null) {
  root.replaceChildren();
  const state = createPlayground(window, page, Date.now);
  render(<Playground state={state} film={createFilm(window, state)} />, root);
}
