/*
 * What the hosted page, and a bank's page that takes its place, may use in our frame: the frame's `allow`. A browser refuses
 * these to a frame of another origin unless the page around it says otherwise, and a refused bank shows an error that nobody at
 * the shop can do anything about.
 *
 * - `publickey-credentials-get`: a passkey as the proof of 3-D Secure (https://www.w3.org/TR/webauthn-3/#sctn-permissions-policy)
 * - `publickey-credentials-create`: a bank enrols one after a challenge (the same)
 * - `payment`: wallets, and secure payment confirmation (https://www.w3.org/TR/secure-payment-confirmation/)
 * - `otp-credentials`: the code of a text message is filled in (https://wicg.github.io/web-otp/)
 * - `identity-credentials-get`: signing in at the bank (https://www.w3.org/TR/fedcm-1/#permissions-policy-integration)
 * - `digital-credentials-get`: an identity wallet as the proof (https://www.w3.org/TR/digital-credentials/)
 * - `clipboard-write`: "copy" beside a reference or an account number (https://www.w3.org/TR/clipboard-apis/)
 * - `accelerometer`, `gyroscope`, `magnetometer`: how the phone is held, which banks' risk checks read
 *   (https://www.w3.org/TR/orientation-event/)
 *
 * None of them asks the customer anything before the customer uses the page. Left out, since their prompts name the shop, or
 * since they read what is none of a bank's business: camera, microphone, geolocation, clipboard-read, local-network-access.
 * `storage-access` is every frame's own already.
 *
 * `*` and not the gateway's origin: a right without a list is the first address's alone, and a bank's page of another origin
 * that comes into the same frame would have lost it (https://www.w3.org/TR/permissions-policy/#iframe-allow-attribute).
 */

/** All that Firefox knows of them; it writes a warning into the console for each that it does not. */
export const PASSKEY_RIGHTS = 'publickey-credentials-create *;publickey-credentials-get *';

/**
 * For every other browser: those that would write a warning know all of them
 * (https://developer.mozilla.org/en-US/docs/Web/HTTP/Reference/Headers/Permissions-Policy#browser_compatibility).
 */
export const MORE_RIGHTS =
  ';accelerometer *;clipboard-write *;digital-credentials-get *;gyroscope *;identity-credentials-get *;magnetometer *;otp-credentials *;payment *';

/** Names of all that our frame allows. */
export const frameFeatures = (): string[] => `${PASSKEY_RIGHTS}${MORE_RIGHTS}`.match(/[a-z-]+/g) as string[];
