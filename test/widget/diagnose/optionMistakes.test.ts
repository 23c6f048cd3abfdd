import { afterEach, describe, expect, it, vi } from 'vitest';
import { mistakesInMarkup } from '../../../src/widget/diagnose/mistakesInMarkup.ts';
import { optionMistakes } from '../../../src/widget/diagnose/optionMistakes.ts';
import { liveOptions } from '../../../src/widget/liveOptions.ts';
import { OPTION_NAMES } from '../../../src/widget/optionNames.ts';
import type { CheckoutOptions } from '../../../src/widget/options.ts';

const linesOf = (findings: readonly { sentence: string; advice: string }[]) =>
  findings.map(({ sentence, advice }) => `${sentence} ${advice}`);
const ofOptions = (options: object) => linesOf(optionMistakes({ session: '/session', ...options }));
/** As a component hands them in. */
const ofProps = (props: object) =>
  linesOf(optionMistakes(liveOptions(() => ({ session: '/session', ...props }) as CheckoutOptions)));

describe('what a script says wrongly', () => {
  afterEach(() => vi.unstubAllGlobals());

  it.each([
    ['thme', 'theme'],
    ['succesUrl', 'successUrl'],
    ['onpayment', undefined],
    ['oncomplete', 'onComplete'],
    ['gatewayOrigin', 'gatewayOrigins'],
    ['clsoeOnBackdrop', 'closeOnBackdrop'],
  ])('%s', (name, meant) => {
    const [line, ...others] = ofOptions({ [name]: 'x' });
    expect(others).toEqual([]);
    expect(line).toContain(`Unknown option "${name}".`);
    if (meant !== undefined) expect(line).toContain(`Did you mean "${meant}"?`);
  });

  it('every option with one letter left out is known again', () => {
    for (const name of OPTION_NAMES) {
      const typed = `${name.slice(0, 2)}${name.slice(3)}`;
      expect(ofOptions({ [typed]: 1 }).join()).toContain(`Did you mean "${name}"?`);
    }
  });

  it('says nothing of what is right', () => {
    const right = Object.fromEntries(OPTION_NAMES.map((name) => [name, undefined]));
    expect(ofOptions({ ...right, session: '/session', theme: 'dark', messages: { pay: 'Buy' } })).toEqual([]);
    expect(ofOptions({ timeouts: { load: 1 }, warm: 'off', order: { id: 1 } })).toEqual([]);
  });

  it('names texts and times that are none', () => {
    expect(ofOptions({ messages: { titel: 'Pay' } })).toEqual([
      'messages: Unknown message "titel". Did you mean "title"? It is not read.',
    ]);
    expect(ofOptions({ timeouts: { sesion: 1 } }).join()).toContain('timeouts: Unknown timeout "sesion"');
  });

  it('names words that an option does not know', () => {
    expect(ofOptions({ theme: 'drak' })).toEqual(['theme does not know "drak". Did you mean "dark"?']);
    expect(ofOptions({ wording: 'orderd' })).toEqual([
      'wording does not know "orderd". Did you mean "order"?',
    ]);
    expect(ofOptions({ presentation: 'popup' }).join()).toContain('Say one of modal, inline, redirect.');
  });

  it('names an order that was to be an object', () => {
    for (const order of ['[object Object]', '{id:1}', ' {"id":1'])
      expect(ofOptions({ order }).join()).toContain(`The order is the text ${order}`);
    for (const order of ['A-{1}', '{"id":1}']) expect(ofOptions({ order })).toEqual([]);
  });

  it('complains about a component’s other props only where one is near an option', () => {
    const callback = () => {};
    // As in browsers; happy-dom has no such property.
    vi.stubGlobal('HTMLElement', { prototype: { onclick: null, tabIndex: -1, id: '' } });
    expect(
      ofProps({
        id: 'pay',
        style: {},
        tabIndex: 0,
        onClick: callback,
        'data-testid': 'x',
        'aria-label': 'y',
      }),
    ).toEqual([]);
    expect(ofProps({ orderId: 1, children: null, title: 'Pay', analytics: true })).toEqual([]);
    expect(ofProps({ onCompleted: callback, lable: 'x' })).toEqual([
      'Unknown option "onCompleted". Did you mean "onComplete"? It is not read.',
      'Unknown option "lable". Did you mean "label"? It is not read.',
    ]);
  });
});

describe('what the markup says wrongly', () => {
  afterEach(() => {
    document.body.innerHTML = '';
  });
  function ofMarkup(html: string): string[] {
    document.body.innerHTML = html;
    return linesOf(mistakesInMarkup());
  }

  it.each([
    ['data-succes-url="/thanks"', 'data-succes-url', 'data-success-url'],
    ['data-successurl="/thanks"', 'data-successurl', 'data-success-url'],
    ['data-hpp-session="/session"', 'data-hpp-session', 'data-session'],
    ['data-hpp-sesion="/session"', 'data-hpp-sesion', 'data-session'],
  ])('%s', (attribute, name, meant) => {
    expect(ofMarkup(`<a data-hpp-checkout ${attribute}>Pay</a>`)).toEqual([
      `Unknown attribute "${name}". Did you mean "${meant}"?`,
    ]);
  });

  it('leaves the shop’s own attributes alone', () => {
    expect(
      ofMarkup(
        '<a data-hpp-checkout data-session="/s" data-order="1" data-order-id="7" data-testid="x" data-turbo="false" href="/pay" onclick="x()">Pay</a>',
      ),
    ).toEqual([]);
    expect(
      ofMarkup(
        '<hpp-checkout session="/s" class="x" id="y" style="" _ngcontent-abc="" ng-version="1" v-cloak data-theme-x aria-label="Pay" role="group" slot="z" part="p" tabindex="0"></hpp-checkout>',
      ),
    ).toEqual([]);
  });

  it('names attributes of <hpp-checkout> that are none', () => {
    expect(ofMarkup('<hpp-checkout session="/s" succes-url="/t" foo></hpp-checkout>')).toEqual([
      'Unknown attribute "succes-url". Did you mean "success-url"?',
      expect.stringContaining('Unknown attribute "foo". Known are session, order'),
    ]);
  });

  it('names options that no attribute can say', () => {
    expect(ofMarkup('<hpp-checkout session="/s" messages="{}"></hpp-checkout>')).toEqual([
      'No attribute can say "messages". Give "messages" by a script: in createCheckout(), or as a property of <hpp-checkout>.',
    ]);
    expect(ofMarkup('<a data-hpp-checkout data-session="/s" data-warm="session">Pay</a>').join()).toContain(
      '"data-warm" is not read on an element of the page. Say it on the script tag',
    );
  });
});
