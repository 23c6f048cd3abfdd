import { blockingDirective, type Csp, parseCsp } from '../../protocol/page/csp.ts';
import { type Answer, type Ask, brief, NoAnswerError } from './ask.ts';
import type { Check, Finding } from './check.ts';
import type { Installation } from './installation.ts';

const FRAME = ['frame-src', 'child-src', 'default-src'];
const CONNECT = ['connect-src', 'default-src'];

/** What a page's headers and script say: each a sentence with its advice. */
interface Trouble {
  state: 'failed' | 'warning';
  detail: string;
  advice: string;
}

/** Looks at a page of the shop as a browser would: may it open the checkout? */
export function shopPage(installation: Installation, page: string, ask: Ask): Check {
  return {
    name: 'Page',
    async run(): Promise<Finding> {
      try {
        const answer = await ask(page);
        if (answer.status !== 200) {
          return {
            state: 'failed',
            detail: `${page} answers ${brief(answer)}.`,
            advice: 'Name a page that shows the Pay button.',
          };
        }
        const csp = parseCsp(answer.headers.get('content-security-policy'));
        const troubles = [
          ...policyTroubles(installation, csp, new URL(page).origin),
          ...headerTroubles(answer, csp),
          ...(await scriptTroubles(answer.text, page, ask)),
        ];
        const worst = troubles.find(({ state }) => state === 'failed') ?? troubles[0];
        if (worst === undefined) return { state: 'ok', detail: 'Its headers let the checkout work.' };
        return {
          state: worst.state,
          detail: troubles.map(({ detail }) => detail).join(' '),
          advice: troubles.map(({ advice }) => advice).join(' '),
        };
      } catch (error) {
        if (!(error instanceof NoAnswerError)) throw error;
        return { state: 'failed', detail: error.message, advice: 'Name a page that this machine can reach.' };
      }
    },
  };
}

function policyTroubles({ url, gatewayOrigin }: Installation, csp: Csp, self: string): Trouble[] {
  const { origin } = new URL(url);
  const needs: [names: readonly string[], origin: string, what: string][] = [
    [CONNECT, origin, 'ask the handler'],
    [FRAME, origin, 'show the return page'],
    ...(gatewayOrigin === null
      ? []
      : [[FRAME, gatewayOrigin, 'show the hosted page'] as [string[], string, string]]),
  ];
  return needs
    .filter(([names, needed]) => blockingDirective(csp, names, needed, self) !== null)
    .map(([names, needed, what]) => ({
      state: 'failed',
      detail: `Its policy does not let it ${what}.`,
      advice: `Add ${needed} to ${names[0]}.`,
    }));
}

function headerTroubles({ headers }: Answer, csp: Csp): Trouble[] {
  const troubles: Trouble[] = [];
  if (/require-corp|credentialless/.test(headers.get('cross-origin-embedder-policy') ?? '')) {
    troubles.push({
      state: 'failed',
      detail: 'Cross-Origin-Embedder-Policy keeps the hosted page out of its frame.',
      advice: 'Take that header off this page.',
    });
  }
  if (
    !csp.some((policy) => Object.hasOwn(policy, 'frame-ancestors')) &&
    headers.get('x-frame-options') === null
  ) {
    troubles.push({
      state: 'warning',
      detail: 'Anybody may frame it.',
      advice: "Send frame-ancestors 'none', so that nobody draws over the Pay button.",
    });
  }
  if (headers.get('cross-origin-opener-policy') === null) {
    troubles.push({
      state: 'warning',
      detail: 'A page that opened it can talk to it.',
      advice: 'Send Cross-Origin-Opener-Policy: same-origin-allow-popups.',
    });
  }
  return troubles;
}

/** The script tag, where there is one: does it load, with the dialog's file beside it? */
async function scriptTroubles(html: string, page: string, ask: Ask): Promise<Trouble[]> {
  const src = /<script[^>]*\ssrc=["']?([^"'\s>]*hpp-checkout[^"'\s>]*\.js)/i.exec(html)?.[1];
  if (src === undefined) return [];
  const address = new URL(src.replaceAll('&amp;', '&'), page).href;
  const first = await ask(address);
  if (first.status !== 200) {
    return [
      {
        state: 'failed',
        detail: `Its script ${address} answers ${brief(first)}.`,
        advice: 'Copy the whole of dist to where the script lies.',
      },
    ];
  }
  const second = /hpp-checkout\.dialog\.\w+\.js/.exec(first.text)?.[0];
  if (second === undefined) return [];
  const beside = new URL(second, address);
  const dialog = await ask(beside.href, { headers: { origin: new URL(page).origin } });
  if (dialog.status !== 200 || !/javascript/.test(dialog.headers.get('content-type') ?? '')) {
    return [
      {
        state: 'failed',
        detail: `The dialog's file ${beside.href} answers ${brief(dialog)}, ${dialog.headers.get('content-type') ?? 'without a type'}.`,
        advice: 'Copy the whole of dist to where the script lies.',
      },
    ];
  }
  const isForeign = beside.origin !== new URL(page).origin;
  if (
    isForeign &&
    !['*', new URL(page).origin].includes(dialog.headers.get('access-control-allow-origin') ?? '')
  ) {
    return [
      {
        state: 'failed',
        detail: "The dialog's file lies on another origin and allows none to check its hash.",
        advice: 'Serve it with Access-Control-Allow-Origin: *.',
      },
    ];
  }
  return [];
}
