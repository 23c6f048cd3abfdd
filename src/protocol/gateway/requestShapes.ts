import type { Variant } from './profile.ts';

/** Type of a request field: a text, digits or an amount as text or number, a decimal string, a switch, or an object. */
export type FieldShape = 'text' | 'digits' | 'amount' | 'decimal' | 'boolean' | ObjectShape;
export interface ObjectShape {
  readonly fields: Readonly<Record<string, FieldShape>>;
  /** Further fields pass when they are texts: the document says or allows it (S53, S130, N4). */
  readonly open: boolean;
}

function texts(names: string, open = false): ObjectShape {
  return { fields: Object.fromEntries(names.split(' ').map((name) => [name, 'text' as const])), open };
}

const CREDENTIALS: ObjectShape = {
  fields: {
    PaymentSource: 'text',
    CardType: 'text',
    CardNumber: 'digits',
    CvV2: 'digits',
    ExpMonth: 'text',
    ExpYear: 'digits',
    CardHolderName: 'text',
  },
  open: false,
};

const BROWSER: ObjectShape = {
  fields: {
    ...texts('UserAgent ScreenColorDepth ScreenWidth ScreenHeight TimeZone AcceptHeader BrowserLanguage')
      .fields,
    JavaEnabled: 'boolean',
  },
  open: false,
};

const UDF: ObjectShape = { fields: {}, open: true };

const DIRECT_CONNECT: ObjectShape = {
  fields: {
    ...texts(
      'TransactionType Currency OrderReference UniqueReference RedirectionURL FailRedirectionURL CallBackURL Language ' +
        'IPAddress PspId',
    ).fields,
    Amount: 'amount',
    IsTest: 'boolean',
    PaymentCredentials: CREDENTIALS,
    Card: { fields: { CardToken: 'text', CvV2: 'digits' }, open: false },
    PaymentDestination: texts('PaymentMethod CardToken'),
    Routing: texts('ForcePayment ForceBank'),
    UDF,
    Client: texts(
      'email Email clientAccount ClientAccount firstName FirstName lastName LastName country mobileNo street city City ' +
        'ZIPCode state dateOfBirth IPAddress',
      true,
    ),
    BrowserDetails: BROWSER,
    ThreeDSecureAuthentication: texts(
      'eci xid dsTransactionId acsTransID challengeIndicator transStatus threeDSecureFlow cavv threeDVersion',
    ),
  },
  open: false,
};

const HOSTED_PAGE: ObjectShape = {
  fields: {
    ...texts(
      'TransactionType Currency OrderReference UniqueReference RedirectionURL FailRedirectionURL CallBackURL Language',
    ).fields,
    Amount: 'decimal',
    IsTest: 'boolean',
    Client: texts(
      'Email ClientAccount FirstName LastName Country MobileNo Street City ZIPCode State DateOfBirth IPAddress',
      true,
    ),
    UDF,
    Configuration: texts('Profile CardHolderNameEdit ShowSavedCards', true),
  },
  open: false,
};

/** The fields of each request, in the spellings that the interface document lists (S26). */
export const REQUEST_SHAPES: Readonly<Record<Variant, ObjectShape>> = {
  cardPayment: DIRECT_CONNECT,
  tokenPayment: DIRECT_CONNECT,
  payoutByPspId: DIRECT_CONNECT,
  payoutByToken: DIRECT_CONNECT,
  payoutByCard: DIRECT_CONNECT,
  hostedPage: HOSTED_PAGE,
};
