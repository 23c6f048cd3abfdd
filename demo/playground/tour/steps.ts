import type { Settings } from '../../settings/settings.ts';
import type { Device, Tab } from '../state/playgroundState.ts';

export interface TourStep {
  title: string;
  text: string;
  /** Value of `data-tour` of what the step is about. */
  target: string;
  settings?: Partial<Settings>;
  tab?: Tab;
  device?: Device;
  /** A type in the timeline that ends the step by itself. */
  until?: string;
}

/** Two minutes, twelve seconds a step. */
export const STEPS: readonly TourStep[] = [
  {
    title: 'A shop like yours',
    text: 'On the left stands the shop, and nothing but the shop. On the right you decide what happens to it.',
    target: 'shop',
    tab: 'scenario',
    settings: { scenario: 'paid' },
  },
  {
    title: 'Press Pay',
    text: 'The page stays. A dialog opens over it, with the payment provider’s own page inside.',
    target: 'shop',
    until: 'load',
  },
  {
    title: 'Pay with a test card',
    text: 'Press “Use” beside the first card, then Pay. The shop never sees the number.',
    target: 'shop',
    until: 'complete',
  },
  {
    title: 'What really happened',
    text: 'Blue is the browser, green the shop’s server, amber the gateway. The server settles; the browser is only told.',
    target: 'timeline',
  },
  {
    title: 'The bank may ask',
    text: '3-D Secure runs inside the payment page. Choose the card that asks the bank, and approve.',
    target: 'scenarios',
    settings: { scenario: '3ds' },
  },
  {
    title: 'The message gets lost',
    text: 'Pay once more: no notification comes this time. The server asks the gateway itself, and nobody notices.',
    target: 'steps',
    settings: { scenario: 'lost' },
  },
  {
    title: 'Time runs out',
    text: 'A payment page lives two minutes. When it ends, the customer gets a fresh one with a single press.',
    target: 'steps',
    settings: { scenario: 'expires' },
  },
  {
    title: 'In your colours, in your language',
    text: 'Colour, corners and font are yours. Arabic turns the page round by itself.',
    target: 'tabs',
    tab: 'theme',
    settings: { scenario: 'paid', lang: 'ar', accent: '#6d3fd1', radius: 20 },
  },
  {
    title: 'On a phone',
    text: 'The same shop in a hand: the dialog fills the screen.',
    target: 'device',
    device: 'phone',
  },
  {
    title: 'And this is all the code',
    text: 'Exactly what is on screen: five lines for a page, ten for an app, fifteen on the server. Copy and go.',
    target: 'tabs',
    tab: 'code',
    device: 'desktop',
    settings: { lang: 'en', accent: '', radius: null },
  },
];

export const STEP_MS = 12_000;
