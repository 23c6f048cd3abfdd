/*
 * The bank's script, in the customer's browser: tries what the page needs by asking for it, as banks' pages do, and says in plain
 * words what was refused. Nothing that is granted is used: this is a sandbox.
 */

type Verdict = 'granted' | 'refused' | 'missing';

interface Need {
  /** As the customer reads it. */
  name: string;
  /** What the page around this one has to allow. */
  feature: string;
  attempt: () => Promise<Verdict> | Verdict;
}

/** A refusal by policy is there at once; what waits for the customer or a device is granted. */
async function askedFor(ask: (signal: AbortSignal) => Promise<unknown>): Promise<Verdict> {
  const abort = new AbortController();
  const asked = ask(abort.signal).then(
    () => 'granted' as const,
    (error: DOMException) => (error.name === 'NotAllowedError' ? ('refused' as const) : ('granted' as const)),
  );
  const verdict = await Promise.race([
    asked,
    new Promise<Verdict>((resolve) => setTimeout(() => resolve('granted'))),
  ]);
  abort.abort();
  return verdict;
}

/** A constructor that a policy makes throw. */
function made(make: () => unknown): Verdict {
  try {
    make();
    return 'granted';
  } catch (error) {
    return (error as DOMException).name === 'SecurityError' ? 'refused' : 'missing';
  }
}

const bytes = () => crypto.getRandomValues(new Uint8Array(32));
const has = (name: string) => name in window;

const NEEDS: Readonly<Record<string, Need>> = {
  motion: {
    name: 'the motion sensors',
    feature: 'accelerometer',
    attempt() {
      const { Accelerometer } = window as unknown as { Accelerometer?: new () => { start(): void } };
      return Accelerometer === undefined ? 'missing' : made(() => new Accelerometer());
    },
  },
  otp: {
    name: 'the code of a text message',
    feature: 'otp-credentials',
    attempt: () =>
      has('OTPCredential')
        ? askedFor((signal) =>
            navigator.credentials.get({ otp: { transport: ['sms'] }, signal } as CredentialRequestOptions),
          )
        : 'missing',
  },
  spc: {
    name: 'secure payment confirmation',
    feature: 'payment',
    attempt() {
      if (!has('PaymentRequest')) return 'missing';
      const data = {
        credentialIds: [bytes()],
        challenge: bytes(),
        instrument: { displayName: 'Card', icon: 'https://bank.example/card.png' },
        rpId: 'bank.example',
        payeeOrigin: 'https://shop.example',
      };
      return made(
        () =>
          new PaymentRequest([{ supportedMethods: 'secure-payment-confirmation', data }], {
            total: { label: 'Total', amount: { currency: 'EUR', value: '1.00' } },
          }),
      );
    },
  },
  passkey: {
    name: 'a new passkey',
    feature: 'publickey-credentials-create',
    attempt: () =>
      has('PublicKeyCredential')
        ? askedFor((signal) =>
            navigator.credentials.create({
              signal,
              publicKey: {
                rp: { name: 'Bank' },
                user: { id: bytes(), name: 'customer', displayName: 'Customer' },
                challenge: bytes(),
                pubKeyCredParams: [
                  { type: 'public-key', alg: -7 },
                  { type: 'public-key', alg: -257 },
                ],
              },
            }),
          )
        : 'missing',
  },
};

const sheet = document.querySelector<HTMLElement>('.sheet');
const form = document.querySelector<HTMLFormElement>('form.answers');
const verdictLine = document.querySelector<HTMLElement>('#verdict');
const button = document.querySelector<HTMLButtonElement>('#try');
const isFramed = window !== window.top;

function tell(text: string): void {
  if (verdictLine) verdictLine.textContent = text;
}

/** In a frame the bank insists; in a tab of its own it asks in another way. */
function showVerdict(verdict: Verdict, name: string, why: string): void {
  if (sheet) sheet.dataset.verdict = verdict;
  const may = verdict === 'granted' || !isFramed;
  if (form) form.hidden = !may;
  if (button) button.hidden = may;
  const next = isFramed
    ? 'The bank does not go on in this frame. Open the payment in full page.'
    : 'The bank asks in another way.';
  tell(verdict === 'granted' ? `This page may use ${name}.` : `${why} ${next}`);
}

async function tryNeed({ name, feature, attempt }: Need): Promise<void> {
  const verdict = await attempt();
  showVerdict(
    verdict,
    name,
    verdict === 'missing'
      ? `This browser has no way to give a page ${name}.`
      : `This browser keeps ${name} from this page: the page around it, or its Permissions-Policy, does not allow "${feature}".`,
  );
}

function openWindow(): void {
  const opened = window.open(`${location.href}&window=1`, 'bank', 'width=480,height=700');
  if (opened === null) showVerdict('refused', 'a window', 'This browser opens no window for this page.');
  else tell('Go on in the bank’s window.');
}

const needs = sheet?.dataset.needs;
if (needs === 'window') button?.addEventListener('click', openWindow);
else if (needs !== undefined) {
  const need = NEEDS[needs] as Need;
  if (button) button.addEventListener('click', () => void tryNeed(need));
  else void tryNeed(need);
} else if (sheet?.dataset.verdict) {
  showVerdict(sheet.dataset.verdict as Verdict, 'cookies', 'This browser keeps no cookie of this page.');
}
form?.addEventListener('submit', ({ submitter }) => {
  if (form.dataset.twice === undefined) return;
  // Beside the form itself, which goes on; the answer to this one is nobody's.
  const body = new URLSearchParams({ answer: (submitter as HTMLButtonElement).value });
  fetch(location.href, { method: 'POST', body, keepalive: true }).catch(() => {});
});
document.querySelector<HTMLFormElement>('form[data-send]')?.requestSubmit();
