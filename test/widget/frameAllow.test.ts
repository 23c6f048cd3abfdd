import { afterEach, describe, expect, it } from 'vitest';
import { frameFeatures, MORE_RIGHTS, PASSKEY_RIGHTS } from '../../src/protocol/page/frameFeatures.ts';
import { createShell } from '../../src/view/shell.ts';
import { optionMistakes } from '../../src/widget/diagnose/optionMistakes.ts';
import { checkRights } from '../../src/widget/diagnose/rights.ts';
import { addRights } from '../../src/widget/frameAllow.ts';

/** As in Chromium, which tells the features that it knows, and those that this page may use. */
function knows(features: readonly string[], allowed = features) {
  Object.assign(document, {
    featurePolicy: { features: () => features, allowsFeature: (name: string) => allowed.includes(name) },
  });
}
afterEach(() => {
  Reflect.deleteProperty(document, 'featurePolicy');
  Reflect.deleteProperty(window, 'mozInnerScreenX');
});

const USUAL = 'payment *;gyroscope *';

describe('frameAllow', () => {
  it.each([
    ['camera', 'payment *;gyroscope *;camera *'],
    ['camera microphone', 'payment *;gyroscope *;camera *;microphone *'],
    ['camera; microphone,geolocation', 'payment *;gyroscope *;camera *;microphone *;geolocation *'],
    [['camera *', 'microphone'], 'payment *;gyroscope *;camera *;microphone *'],
    [
      "camera 'self' https://bank.example:8443",
      "payment *;gyroscope *;camera 'self' https://bank.example:8443",
    ],
    // The option wins over ours.
    ["payment 'none'", "payment 'none';gyroscope *"],
    ['payment https://pay.example; gyroscope', 'payment https://pay.example;gyroscope *'],
    ['', USUAL],
    [undefined, USUAL],
    // What cannot be read widens nothing and breaks nothing.
    ['https://bank.example', USUAL],
    ['camera javascript:alert(1)', "payment *;gyroscope *;camera 'none'"],
    ['"><script>', USUAL],
    ['Camera', USUAL],
    [42 as never, USUAL],
  ])('%j', (given, allow) => {
    expect(addRights(given, USUAL)).toBe(allow);
  });

  it('leaves out what the browser says that it does not know, since it would write a warning', () => {
    knows(['payment', 'camera']);
    expect(addRights('camera, web-share', 'payment *')).toBe('payment *;camera *');
  });

  it('is told of in one line', () => {
    knows([...frameFeatures(), 'camera', 'microphone']);
    expect(optionMistakes({ frameAllow: 'camera microphone *' })).toEqual([]);
    const mistakes = optionMistakes({ frameAllow: 'camra foo://x "><script>' });
    expect(mistakes).toHaveLength(1);
    expect(mistakes[0]).toMatchObject({ code: 'unknown_value', advice: 'Did you mean "camera"?' });
    expect(mistakes[0]?.sentence).toContain('"foo://x", ""><script>", "camra"');
  });
});

describe('what the frame allows', () => {
  const shell = () => createShell(document.createElement('div'), 'inline', 'auto');

  it('reaches a bank that takes the gateway’s place: every right has *', () => {
    const rights = shell().allow.split(';');
    expect(rights.every((right) => /^[a-z-]+ \*$/.test(right))).toBe(true);
    expect(rights).toHaveLength(10);
    expect(frameFeatures().map((name) => `${name} *`)).toEqual(rights);
  });

  it('names to Firefox only what Firefox knows', () => {
    Object.assign(window, { mozInnerScreenX: 0 });
    expect(shell().allow).toBe(PASSKEY_RIGHTS);
    expect(MORE_RIGHTS).toMatch(/^;/);
  });
});

describe('what this page cannot give away', () => {
  const codes = (...args: Parameters<typeof checkRights>) => checkRights(...args).map(({ code }) => code);
  const gatewayOrigins = 'https://gateway.example';

  it.each([
    [null, []],
    ['geolocation=()', []],
    ['payment=*, gyroscope=(*)', []],
    ['gyroscope=()', ['feature_refused']],
    // A page gives away no right that it does not have.
    [`payment=("${gatewayOrigins}")`, ['feature_refused']],
    ['payment=(self "https://other.example")', ['feature_refused']],
    [`payment=(self "${gatewayOrigins}")`, ['feature_refused_to_banks']],
    ['payment=(self "https://*.example")', ['feature_refused_to_banks']],
    [
      `payment=(self), otp-credentials=(self "${gatewayOrigins}")`,
      ['feature_refused', 'feature_refused_to_banks'],
    ],
  ])('%s', (header, expected) => {
    expect(codes(header, { gatewayOrigins })).toEqual(expected);
  });

  it('names the features and the header', () => {
    const [found] = checkRights('gyroscope=(), payment=self', { gatewayOrigins });
    expect(found?.sentence).toContain('gyroscope, payment');
    expect(found?.advice).toContain('Permissions-Policy: gyroscope=*, payment=*');
  });

  it('looks at the shop’s own wishes, too', () => {
    expect(
      codes('camera=(), gyroscope=()', { gatewayOrigins, frameAllow: "camera; gyroscope 'none'" }),
    ).toEqual(['feature_refused']);
    expect(checkRights('camera=()', { frameAllow: 'camera' })[0]?.sentence).toContain('camera');
  });

  it.each([
    ["gyroscope 'self'", 'gyroscope'],
    [`payment ${gatewayOrigins}; otp-credentials 'self'; camera 'self'`, 'payment, otp-credentials'],
  ])('names what %s keeps from a bank’s page', (frameAllow, names) => {
    const [found, ...more] = checkRights(null, { gatewayOrigins, frameAllow });
    expect([found?.code, more]).toEqual(['feature_refused_to_banks', []]);
    expect([found?.sentence, found?.advice]).toEqual([
      expect.stringContaining(`frameAllow keeps ${names} from a bank's page`),
      expect.stringContaining(`Leave ${names} out of frameAllow`),
    ]);
  });

  it('keeps quiet where the option only widens', () => {
    expect(
      codes(null, { gatewayOrigins, frameAllow: "camera 'self'; payment; gyroscope *; magnetometer 'none'" }),
    ).toEqual([]);
  });

  it('finds what no header of this page says, where the browser tells', () => {
    knows(
      frameFeatures(),
      frameFeatures().filter((name) => name !== 'otp-credentials'),
    );
    const [found] = checkRights(null, { gatewayOrigins });
    expect([found?.code, found?.sentence]).toEqual([
      'feature_refused',
      expect.stringContaining('otp-credentials'),
    ]);
  });
});
