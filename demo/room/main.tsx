import { render } from 'preact';
import { createRoom } from './createRoom.ts';
import type { RoomFacts } from './facts.ts';
import { Room } from './Room.tsx';
import { rememberClosed } from './rememberClosed.ts';

const facts: RoomFacts = JSON.parse(document.querySelector('#facts')?.textContent ?? 'null');
const root = document.querySelector('#room');
rememberClosed(false);
if (root !== null) {
  root.replaceChildren();
  render(<Room room={createRoom(window, facts)} />, root);
}
