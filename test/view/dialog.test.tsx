import { signal } from '@preact/signals';
import { cleanup, fireEvent, render, screen } from '@testing-library/preact';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { CheckoutError } from '../../src/checkout/checkoutError.ts';
import type { State } from '../../src/checkout/machine.ts';
import { Dialog } from '../../src/view/Dialog.tsx';
import { inEnglish } from '../../src/view/language/language.ts';
import { english } from '../../src/view/language/texts.ts';
import { fakeModel } from './fakeModel.ts';

const session = { sessionId: 'a'.repeat(32), redirectUrl: 'https://gateway.example/hpp/1' };
const result = { sessionId: session.sessionId };

function show(state: Partial<State>) {
  const model = fakeModel(state);
  const tryAgain = vi.fn();
  render(
    <Dialog
      model={model}
      language={signal(inEnglish)}
      presentation="inline"
      theme="auto"
      closeOnBackdrop={false}
      onAttach={() => {}}
      onShell={() => {}}
      tryAgain={tryAgain}
    />,
  );
  return { model, tryAgain };
}
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));

describe('every state has a text and a way on', () => {
  afterEach(cleanup);

  it('opening: says so, and can be closed', () => {
    const { model } = show({ phase: 'creating' });
    expect(screen.getAllByText(english.opening)).not.toEqual([]);
    press('Close');
    expect(model.close).toHaveBeenCalledOnce();
  });

  it('loading for long: the full page becomes the prominent way', () => {
    const { model } = show({
      phase: 'loading',
      session,
      frameUrl: session.redirectUrl,
      slow: true,
    });
    expect(screen.getByText(english.slow)).toBeTruthy();
    fireEvent.click(screen.getByRole('link', { name: english.fullPage }));
    expect(model.openFullPage).toHaveBeenCalledOnce();
  });

  it('a page that nobody touches may be a refused frame: the full page becomes the prominent way', () => {
    show({ phase: 'paying', session, frameUrl: session.redirectUrl, slow: true });
    expect(screen.getByRole('link', { name: english.fullPage }).className).toBe('first');
  });

  it('paying: names whose page it is and counts the last minute', () => {
    show({ phase: 'paying', session, frameUrl: session.redirectUrl, remainingMs: 42_000 });
    expect(screen.getByText('gateway.example')).toBeTruthy();
    expect(screen.getByText('42 seconds left to pay')).toBeTruthy();
  });

  it('a test session carries its ribbon', () => {
    show({ phase: 'paying', session: { ...session, test: true }, frameUrl: session.redirectUrl });
    expect(screen.getByText(english.test)).toBeTruthy();
  });

  it('asked back: stay or leave', () => {
    const { model } = show({ phase: 'confirmingClose', session, frameUrl: session.redirectUrl });
    press(english.stay);
    press(english.leave);
    expect(model.stay).toHaveBeenCalledOnce();
    expect(model.closeNow).toHaveBeenCalledOnce();
  });

  it('expired: start again or keep paying', () => {
    const { model } = show({ phase: 'expired', session, frameUrl: session.redirectUrl });
    press(english.startAgain);
    press(english.stay);
    expect(model.startAgain).toHaveBeenCalledOnce();
    expect(model.keepPaying).toHaveBeenCalledOnce();
  });

  it('expired for certain: start again or close, and no page to keep', () => {
    const { model } = show({ phase: 'expired', session, expiredOnServer: true });
    expect(screen.getByText(english.deadText)).toBeTruthy();
    fireEvent.click(screen.getAllByRole('button', { name: 'Close' }).at(-1) as HTMLElement);
    expect(model.closeNow).toHaveBeenCalledOnce();
  });

  it('confirming, still confirming: a way out appears', () => {
    show({ phase: 'confirming', session });
    expect(screen.getByText(english.confirmingText)).toBeTruthy();
    cleanup();
    const { model } = show({ phase: 'confirming', session, slow: true });
    fireEvent.click(screen.getAllByRole('button', { name: 'Close' }).at(-1) as HTMLElement);
    expect(model.closeNow).toHaveBeenCalledOnce();
  });

  it('completed: thanks with the order, and goes on', () => {
    const { model } = show({
      phase: 'ended',
      ending: { ...result, outcome: 'completed', orderReference: 'A-1' },
    });
    expect(screen.getByText('Reference A-1')).toBeTruthy();
    press(english.go);
    expect(model.dismiss).toHaveBeenCalledOnce();
  });

  it('failed: try again or close', () => {
    const { model, tryAgain } = show({ phase: 'ended', ending: { ...result, outcome: 'failed' } });
    press(english.tryAgain);
    expect(tryAgain).toHaveBeenCalledOnce();
    fireEvent.click(screen.getAllByRole('button', { name: 'Close' }).at(-1) as HTMLElement);
    expect(model.dismiss).toHaveBeenCalledOnce();
  });

  it('pending: warns of paying twice', () => {
    show({ phase: 'ended', ending: { ...result, outcome: 'pending' } });
    expect(screen.getByText(english.pendingText)).toBeTruthy();
  });

  it('blocked by the shop’s own policy: the full page', () => {
    const { model } = show({
      phase: 'loading',
      session,
      frameUrl: session.redirectUrl,
      blockedBy: 'frame-src',
    });
    press(english.fullPage);
    expect(model.openFullPage).toHaveBeenCalledOnce();
  });

  it('an error: says that nothing was charged; try again only where it can help', () => {
    const error = new CheckoutError('session_create_failed', 'HTTP 500');
    const { tryAgain } = show({ phase: 'ended', ending: { sessionId: null, error } });
    expect(screen.getByText(english.errorText)).toBeTruthy();
    press(english.tryAgain);
    expect(tryAgain).toHaveBeenCalledOnce();
    cleanup();
    show({
      phase: 'ended',
      ending: { sessionId: null, error: new CheckoutError('origin_not_allowed', 'x') },
    });
    expect(screen.queryByRole('button', { name: english.tryAgain })).toBeNull();
    expect(screen.getByText(english.refusedText)).toBeTruthy();
  });
});
