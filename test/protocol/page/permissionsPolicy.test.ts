import { describe, expect, it } from 'vitest';
import { parsePermissionsPolicy, refusedTo } from '../../../src/protocol/page/permissionsPolicy.ts';

describe('parsePermissionsPolicy', () => {
  it.each<[string | null, [string, string[]][]]>([
    [null, []],
    ['', []],
    ['payment=()', [['payment', []]]],
    ['payment=*', [['payment', ['*']]]],
    ['payment=self', [['payment', ['self']]]],
    ['payment=(self)', [['payment', ['self']]]],
    [
      'publickey-credentials-get=(self "https://pay.example"  "https://*.bank.example")',
      [['publickey-credentials-get', ['self', 'https://pay.example', 'https://*.bank.example']]],
    ],
    [
      'payment=(), camera=*,geolocation=(self)',
      [
        ['payment', []],
        ['camera', ['*']],
        ['geolocation', ['self']],
      ],
    ],
    [
      '  payment  =  (self)  ,  camera  =  *  ',
      [
        ['payment', ['self']],
        ['camera', ['*']],
      ],
    ],
    // Parameters say where a browser reports to.
    [
      'payment=self;report-to=a, camera=*;report-to=b',
      [
        ['payment', ['self']],
        ['camera', ['*']],
      ],
    ],
    [
      'payment=self camera=*, gyroscope=self',
      [
        ['payment', ['self']],
        ['gyroscope', ['self']],
      ],
    ],
    // Of two for one feature the last counts.
    ['payment=(), payment=*', [['payment', ['*']]]],
    ['nonsense', []],
    ['PAYMENT=*', []],
  ])('%j', (header, policy) => {
    expect([...parsePermissionsPolicy(header)]).toEqual(policy);
  });
});

describe('refusedTo', () => {
  const SHOP = 'https://shop.example';
  const PAY = 'https://pay.gateway.example';
  const OTHER = 'https://pay2.gateway.example';

  it.each<[header: string, gateways: string[], refused: 'all' | 'banks' | null]>([
    ['', [PAY], null],
    ['camera=()', [PAY], null],
    ['payment=*', [PAY], null],
    ['payment=(*)', [], null],
    ['payment=()', [PAY], 'all'],
    ['payment=()', [], 'all'],
    ['payment=(self)', [PAY], 'all'],
    ['payment=(self)', [], 'all'],
    [`payment=("${SHOP}")`, [PAY], 'all'],
    [`payment=("${SHOP}")`, [], 'all'],
    // A page gives away no right that it does not have itself.
    [`payment=("${PAY}")`, [PAY], 'all'],
    [`payment=("${PAY}")`, [], 'all'],
    [`payment=(self "${PAY}")`, [PAY], 'banks'],
    [`payment=("${SHOP}" "${PAY}")`, [PAY], 'banks'],
    [`payment=(self "${PAY}")`, [], 'banks'],
    [`payment=(self "${OTHER}")`, [PAY], 'all'],
    [`payment=(self "${OTHER}")`, [], 'banks'],
    [`payment=(self "https://a.example" "${PAY}")`, [PAY], 'banks'],
    // A gateway of several origins needs it on each.
    [`payment=(self "${PAY}")`, [PAY, OTHER], 'all'],
    [`payment=(self "${PAY}" "${OTHER}")`, [PAY, OTHER], 'banks'],
    // The shop's own origin shows the hosted page.
    ['payment=(self)', [SHOP], 'banks'],
    [`payment=(self)`, [SHOP, PAY], 'all'],
    [`payment=(self "${PAY}")`, [SHOP, PAY], 'banks'],
    // All below a domain.
    ['payment=(self "https://*.gateway.example")', [PAY, OTHER], 'banks'],
    ['payment=(self "https://*.example")', [PAY], 'banks'],
    ['payment=(self "http://*.gateway.example")', [PAY], 'all'],
    ['payment=(self "https://*.other.example")', [PAY], 'all'],
    ['payment=(self "https://*.gateway.example")', ['https://evilgateway.example'], 'all'],
    ['payment=(self "https://*.pay.gateway.example")', [PAY], 'all'],
    ['payment=(self "https://*.gateway.example")', ['http://a.gateway.example'], 'all'],
  ])('%s for %j: %s', (header, gateways, refused) => {
    expect(refusedTo(parsePermissionsPolicy(header), 'payment', SHOP, gateways)).toBe(refused);
  });
});
