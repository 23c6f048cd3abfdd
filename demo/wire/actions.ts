/** What the control room may ask the merchant's server to do to the order on screen (`POST /demo/action`). */
export const ACTIONS = ['payVoucher', 'deliver', 'gatewayUp', 'pullThePlug'] as const;
export type Action = (typeof ACTIONS)[number];
