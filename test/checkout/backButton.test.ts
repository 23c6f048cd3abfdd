import { signal } from '@preact/signals-core';
import { expect, it } from 'vitest';
import { backButton } from '../../src/checkout/effects/backButton.ts';
import type { EffectContext } from '../../src/checkout/effects/effect.ts';
import { type Event, firstState, type State } from '../../src/checkout/machine.ts';
import { FakeWindow } from '../support/fakeWindow.ts';

it('holds our history entry and takes it off as the machine says, and tells of Back and of the step', () => {
  const stack: unknown[] = [null];
  const history = {
    scrollRestoration: 'auto',
    get state() {
      return stack.at(-1);
    },
    pushState: (state: unknown) => stack.push(state),
    back() {},
  };
  const window = Object.assign(new FakeWindow(), { history });
  const arrive = () => {
    stack.pop();
    window.emit('popstate', { stopImmediatePropagation() {} });
  };
  const state = signal<State>({ ...firstState, backEntry: 'none' });
  const sent: Event[] = [];
  const set = (backEntry: State['backEntry']) => {
    state.value = { ...state.value, backEntry };
  };
  const context = { window: window.asWindow, state, send: (event: Event) => sent.push(event) };
  const stop = backButton(context as never as EffectContext);

  expect(stack).toHaveLength(1);
  set('held');
  expect(stack).toHaveLength(2);
  arrive();
  expect(sent).toEqual([{ type: 'back' }]);
  expect(stack, 'it is put back').toHaveLength(2);
  set('none');
  expect(sent).toHaveLength(1);
  set('releasing');
  expect(sent, 'the browser takes its time').toHaveLength(1);
  arrive();
  expect(sent).toEqual([{ type: 'back' }, { type: 'backReleased' }]);
  expect(window.listenerCount).toBe(0);

  set('held');
  stop?.();
  expect(window.listenerCount).toBe(0);
  set('releasing');
  expect(sent).toHaveLength(2);
});
