import { render } from 'preact';
import type { RoomFacts } from '../wire/playgroundPage.ts';
import { createRoom } from './createPlayground.ts';
import { Room } from './Playground.tsx';
import { rememberClosed } from './rememberClosed.ts';

const facts: RoomFacts = JSON.parse(document.querySelector('#facts')?.textContent ?? 'null');
const root = document.querySelector('#room');
rememberClosed(false);
if (root !== null) {
  root.replaceChildren();
  render(<Room room={createRoom(window, facts)} />, root);
}
