/** A package from the registry: downloaded as it is published, never installed. */
export interface Peer {
  package: string;
  version: string;
  /** The build that a merchant's page loads by a script tag. */
  file: string;
}

export interface Contender {
  name: string;
  script: 'ours' | 'floor' | 'none' | Peer;
  /**
   * Runs in the shop's page once the script is there: prepares `button` and returns how to open and how to close. What the
   * button does at a click is up to the contender; where it has no button, a click opens.
   */
  mount: string;
  /** What a click has to do before the page can be asked for. */
  start: 'url' | 'session';
}

const HOSTED = 'https://hosted.example/pay';
/** The hosted page of every vendor says what the vendor's own page would, and goes away when it is asked to. */
const ASK_TO_CLOSE = `for (let at = 0; at < frames.length; at++) frames[at].postMessage('please close', '*');`;

const session = `async () => ({ sessionId: 's', redirectUrl: '${HOSTED}', statusUrl: '/status', expiresInMs: 120000 })`;
const ours = (name: string, options: string, start: Contender['start']): Contender => ({
  name,
  script: 'ours',
  start,
  mount: `
    const checkout = HppCheckout.createCheckout({ gatewayOrigins: ['https://hosted.example'], ${options} });
    checkout.mount(button);
    return { bound: true, open: () => void checkout.open().catch(() => {}), close: () => checkout.close() };`,
});
const peer = (name: string, from: Peer, mount: string): Contender => ({
  name,
  script: from,
  start: 'url',
  mount,
});

export const contenders: readonly Contender[] = [
  {
    name: 'floor',
    script: 'floor',
    start: 'url',
    mount: `return { bound: true, ...Floor.mount(button, { url: '${HOSTED}' }) };`,
  },
  ours('ours, warm off', `session: ${session}, warm: 'off'`, 'url'),
  ours('ours', `session: ${session}`, 'url'),
  {
    name: 'floor, session to create',
    script: 'floor',
    start: 'session',
    mount: `return { bound: true, ...Floor.mount(button, { session: '/session' }) };`,
  },
  ours('ours, session to create', `session: '/session'`, 'session'),
  ours('ours, session warm', `session: '/session', warm: 'session'`, 'session'),
  {
    name: 'ours, own button, session to create',
    script: 'ours',
    start: 'session',
    mount: `
      const checkout = HppCheckout.createCheckout({ session: '/session', gatewayOrigins: ['https://hosted.example'] });
      return { open: () => void checkout.open().catch(() => {}), close: () => checkout.close() };`,
  },
  {
    name: 'ours, own button warmed, session to create',
    script: 'ours',
    start: 'session',
    mount: `
      const checkout = HppCheckout.createCheckout({ session: '/session', gatewayOrigins: ['https://hosted.example'] });
      button.addEventListener('pointerenter', () => checkout.warm());
      return { open: () => void checkout.open().catch(() => {}), close: () => checkout.close() };`,
  },
  {
    name: 'bare iframe',
    script: 'none',
    start: 'url',
    mount: `
      let frame;
      return {
        open() { frame = document.createElement('iframe'); frame.src = '${HOSTED}'; document.body.append(frame); },
        close() { frame.remove(); frame = undefined; },
      };`,
  },
  peer(
    'polar',
    { package: '@polar-sh/checkout', version: '0.4.1', file: 'dist/embed.global.js' },
    `return { open: () => void Polar.EmbedCheckout.create('https://polar.sh/checkout'), close() { ${ASK_TO_CLOSE} } };`,
  ),
  peer(
    'freemius',
    { package: '@freemius/checkout', version: '1.4.1', file: 'lib/global/checkout.global.js' },
    `const handler = new FS.Checkout({ product_id: '1', public_key: 'pk_1' });
     return { open: () => void handler.open({ plan_id: 1 }), close() { ${ASK_TO_CLOSE} } };`,
  ),
  peer(
    'bambora',
    { package: '@bambora/checkout-sdk-web', version: '3.0.7', file: 'dist/checkout-sdk-web.min.js' },
    `let modal;
     return { open() { modal = new Bambora.ModalCheckout('t'); modal.show(); }, async close() { await modal.hide(); modal.destroy(); } };`,
  ),
  peer(
    'dintero (inline)',
    {
      package: '@dintero/checkout-web-sdk',
      version: '0.8.30',
      file: 'dist/dintero-checkout-web-sdk.umd.min.js',
    },
    `const container = document.createElement('div');
     document.body.append(container);
     let embedded;
     return {
       open() { embedded = dintero.embed({ container, sid: 'T1.s', popOut: false }); },
       async close() { (await embedded).destroy(); },
     };`,
  ),
  peer(
    'dodo',
    { package: 'dodopayments-checkout', version: '1.9.9', file: 'dist/index.js' },
    `const { DodoPayments } = DodoPaymentsCheckout;
     DodoPayments.Initialize({ mode: 'live', displayType: 'overlay', onEvent() {} });
     return {
       open: () => DodoPayments.Checkout.open({ checkoutUrl: 'https://checkout.dodopayments.com/session/cks_1234567890abcdefghijk' }),
       close: () => DodoPayments.Checkout.close(),
     };`,
  ),
  peer(
    'truelayer',
    { package: 'truelayer-embedded-payment-page', version: '0.2.25', file: 'dist/truelayer-payment.min.js' },
    `let payment;
     return {
       open() {
         payment = Truelayer.Payment({ payment_id: 'p', resource_token: 't', return_uri: 'https://shop.example/' });
         payment.start();
       },
       close: () => payment.unmount(),
     };`,
  ),
];
