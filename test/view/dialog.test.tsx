import { act, fireEvent, screen } from '@testing-library/preact';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { inEnglish } from '../../src/view/language/language.ts';
import { english } from '../../src/view/language/texts.ts';
import { arabic, cleanup, drawDialog, frameUrl, session } from './drawDialog.tsx';

afterEach(cleanup);

describe('the dialog', () => {
  it('WCAG 1.3.1 is named by its title, in either shape', () => {
    drawDialog({});
    expect(screen.getByRole('region', { name: english.title }).className).toBe('shell inline auto');
    cleanup();
    const { shell } = drawDialog({}, { presentation: 'modal', theme: 'dark' });
    expect([shell.localName, shell.className]).toEqual(['dialog', 'shell modal dark']);
    expect(shell.getAttribute('part')).toBe('dialog');
    expect(shell.getAttribute('aria-labelledby')).toBe(screen.getByText(english.title).id);
  });

  it('is drawn anew by itself when the state changes, and when the language joins', async () => {
    const { state, language, shell } = drawDialog({ phase: 'paying', session, frameUrl });
    expect(screen.queryByText(english.confirmClose)).toBeNull();
    await act(() => {
      state.value = { ...state.value, phase: 'confirmingClose' };
    });
    screen.getByRole('heading', { name: english.confirmClose });
    await act(() => {
      language.value = arabic;
    });
    screen.getByRole('heading', { name: arabic.texts.confirmClose });
    expect([shell.lang, shell.dir]).toEqual(['ar', 'rtl']);
    expect(screen.queryByText(english.confirmClose)).toBeNull();
  });

  it('WCAG 3.1.1 3.1.2 tells its language and direction', () => {
    const { shell } = drawDialog({});
    expect([shell.lang, shell.dir]).toEqual(['en', 'ltr']);
  });

  it('is closed by its button, by Escape, and by a click beside it only where the merchant wants that', () => {
    const { model, shell } = drawDialog({}, { presentation: 'modal' });
    fireEvent.click(screen.getByLabelText(english.close));
    expect(model.close).toHaveBeenCalledTimes(1);
    const cancel = new Event('cancel', { cancelable: true });
    shell.dispatchEvent(cancel);
    expect(model.close).toHaveBeenCalledTimes(2);
    // The browser would close it by itself; the checkout decides.
    expect(cancel.defaultPrevented).toBe(true);
    fireEvent.click(shell);
    expect(model.close).toHaveBeenCalledTimes(2);
    cleanup();
    const lenient = drawDialog({}, { presentation: 'modal', closeOnBackdrop: true });
    fireEvent.click(lenient.find('main'));
    expect(lenient.model.close).not.toHaveBeenCalled();
    fireEvent.click(lenient.shell);
    expect(lenient.model.close).toHaveBeenCalledOnce();
  });
});

describe('Escape', () => {
  it('answers "Leave without paying?" as Back does: the customer stays', () => {
    const { model, shell } = drawDialog({ phase: 'confirmingClose' }, { presentation: 'modal' });
    shell.dispatchEvent(new Event('cancel', { cancelable: true }));
    expect([model.stay, model.close].map((action) => vi.mocked(action).mock.calls.length)).toEqual([1, 0]);
    // The close button means it.
    fireEvent.click(screen.getByRole('button', { name: english.close }));
    expect(model.close).toHaveBeenCalledOnce();
  });
});

describe('the header', () => {
  it('names whose page it is, since a frame has no address bar', () => {
    const { find } = drawDialog({ phase: 'paying', session, frameUrl });
    expect(find('header bdi').textContent).toBe('gateway.example');
    cleanup();
    expect(drawDialog({}).find('header p').textContent).toBe('');
  });

  it('WCAG 1.1.1 has a close button with a name and no text, and a lock that is not read out', () => {
    const { find } = drawDialog({});
    const close = screen.getByRole('button', { name: english.close });
    expect([close.textContent, close.getAttribute('part')]).toEqual(['', 'close']);
    expect(find('header .lock').getAttribute('aria-hidden')).toBe('true');
    expect(find('header').getAttribute('part')).toBe('header');
  });
});

describe('the purchase', () => {
  const display = { merchant: 'Morrow', amount: '1119.30', currency: 'EUR' };
  const drawn = (more: object = {}, options = {}) =>
    drawDialog(
      { phase: 'paying', session: { ...session, display: { ...display, ...more } }, frameUrl },
      options,
    );

  it('stands in the header: the shop, its first letter, and the sum as the customer writes it', () => {
    const { find, shell } = drawn();
    expect(find('.mark').textContent).toBe('M');
    expect(find('h2').textContent).toBe('Secure payment Morrow');
    expect(find('.sum').textContent).toBe('€1,119.30');
    expect(shell.getAttribute('aria-labelledby')).toBe(find('h2').id);
    cleanup();
    expect(drawn({}, { language: { ...inEnglish, lang: 'de' } }).find('.sum').textContent).toBe(
      '1.119,30\u00a0€',
    );
  });

  it.each([
    ['49.9', 'EUR', '€49.90'],
    ['50', 'EUR', '€50.00'],
    ['1050', 'JPY', '¥1,050'],
    ['1.234', 'BHD', 'BHD\u00a01.234'],
    ['123456789012345.12', 'EUR', '€123,456,789,012,345.12'],
  ])('has every digit of %s %s', (amount, currency, sum) => {
    expect(drawn({ amount, currency }).find('.sum').textContent).toBe(sum);
  });

  it('shows a logo over the letter, and the letter where it cannot be loaded', () => {
    const { find } = drawn({ logo: 'https://shop.example/logo.png' });
    const logo = find('.mark img') as HTMLImageElement;
    expect([logo.src, logo.alt, find('.mark').getAttribute('aria-hidden')]).toEqual([
      'https://shop.example/logo.png',
      '',
      'true',
    ]);
    fireEvent.error(logo);
    expect([logo.hidden, find('.mark').textContent]).toEqual([true, 'M']);
  });

  it('has no room for what is not known, and says what it is all the same', () => {
    const { find } = drawDialog({ phase: 'paying', session, frameUrl });
    expect([find('h2').textContent, find('.sum'), find('.order')]).toEqual([english.title, null, null]);
  });

  it('has its lines beside the frame', () => {
    const items = [{ name: 'Kettle', quantity: 2, amount: '69.00' }, { name: 'A card' }];
    const { find } = drawn({ items });
    screen.getByRole('group', { name: english.order });
    expect([...find('.order').querySelectorAll('li')].map((line) => line.textContent)).toEqual([
      '2 × Kettle€69.00',
      'A card',
    ]);
  });
});

describe('while there is no page yet', () => {
  const busy = (find: (selector: string) => HTMLElement) => find('main').getAttribute('aria-busy');

  it.each(['creating', 'loading'] as const)('%s: says that it opens, and is busy', (phase) => {
    const { find } = drawDialog({ phase, session, frameUrl: phase === 'loading' ? frameUrl : '' });
    expect([busy(find), find('.load').textContent]).toEqual(['true', english.opening]);
    expect(find('.load .spin')).not.toBeNull();
  });

  it('says where the whole page goes', () => {
    const { find } = drawDialog({ phase: 'loading', session, frameUrl }, { presentation: 'redirect' });
    expect(find('.load').textContent).toBe(english.redirecting);
    expect(find('iframe')).toBeNull();
  });

  it('says what the new session waits for', () => {
    expect(drawDialog({ waitingFor: 'earlierPayment' }).find('.load').textContent).toBe(
      english.earlierPayment,
    );
    cleanup();
    expect(drawDialog({ waitingFor: 'otherTab' }).find('.load').textContent).toBe(english.otherTab);
  });

  it.each(['paying', 'confirming', 'expired', 'ended'] as const)('%s: is not busy any more', (phase) => {
    const { find } = drawDialog({ phase, session, frameUrl });
    expect([busy(find), find('.load').hidden]).toEqual(['false', true]);
  });

  it('has no words but the merchant’s own until the language is here', () => {
    const { shell } = drawDialog({}, { language: { ...inEnglish, texts: {} as typeof english } });
    expect(shell.textContent).toBe('');
  });
});

describe('the frame', () => {
  it('shows the hosted page, with what a bank needs and a name', () => {
    const { find, model } = drawDialog({ phase: 'loading', session, frameUrl });
    const frame = find('iframe') as HTMLIFrameElement;
    expect(frame.src).toBe(frameUrl);
    expect(frame.title).toBe(english.frame);
    expect(frame.getAttribute('part')).toBe('frame');
    expect(frame.allow.split(';').sort()).toEqual([
      'accelerometer *',
      'clipboard-write *',
      'digital-credentials-get *',
      'gyroscope *',
      'identity-credentials-get *',
      'magnetometer *',
      'otp-credentials *',
      'payment *',
      'publickey-credentials-create *',
      'publickey-credentials-get *',
    ]);
    expect(frame.getAttribute('referrerpolicy')).toBe('strict-origin-when-cross-origin');
    expect(frame.classList).not.toContain('covered');
    fireEvent.load(frame);
    expect(model.frameLoaded).toHaveBeenCalled();
  });

  it('stays the same one under a notice, and is a new one for a new address', async () => {
    const { find, state } = drawDialog({ phase: 'paying', session, frameUrl });
    const first = find('iframe');
    await act(() => {
      state.value = { ...state.value, phase: 'confirming' };
    });
    expect(find('iframe')).toBe(first);
    expect(first.classList).toContain('covered');
    await act(() => {
      state.value = { ...state.value, phase: 'loading', frameUrl: 'https://gateway.example/hpp/2' };
    });
    expect(first.isConnected).toBe(false);
    expect((find('iframe') as HTMLIFrameElement).src).toBe('https://gateway.example/hpp/2');
  });

  it.each([
    ['is shown once more', 'enforce', false],
    ['stays when the policy only reports', 'report', true],
  ])('F13 that the shop’s policy kept out before the checkout was here %s', async (_, disposition, stays) => {
    const { find, state } = drawDialog({ phase: 'creating' }, { early: frameUrl });
    const early = find('iframe');
    const violation = { blockedURI: new URL(frameUrl).origin, disposition };
    document.dispatchEvent(Object.assign(new Event('securitypolicyviolation', { bubbles: true }), violation));
    expect(find('iframe')).toBe(early);
    await act(() => {
      state.value = { ...state.value, phase: 'loading', session, frameUrl };
    });
    expect([find('iframe') === early, early.isConnected]).toEqual([stays, stays]);
  });

  it('is gone when the checkout has none', () => {
    expect(drawDialog({ phase: 'ended', session }).find('iframe')).toBeNull();
  });
});

describe('a test session', () => {
  it('carries its tag, and a live one does not', () => {
    drawDialog({ phase: 'paying', session: { ...session, test: true }, frameUrl });
    const tag = screen.getByText(english.testTag);
    expect([tag.getAttribute('part'), tag.title]).toEqual(['test', english.test]);
    cleanup();
    drawDialog({ phase: 'paying', session, frameUrl });
    expect(screen.queryByText(english.testTag)).toBeNull();
  });
});
