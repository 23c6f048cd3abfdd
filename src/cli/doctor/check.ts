import { whereToRead } from '../../help/docsUrl.ts';

/** What one check found. Whatever is not well says what was expected, what to change, and where to read on. */
export type Finding =
  | { state: 'ok' | 'skipped'; detail: string }
  | {
      /** `hint`: good for now, and not for live payments. */
      state: 'hint' | 'warning' | 'failed';
      /** Stable, with its own line in Troubleshooting. */
      code: FindingCode;
      detail: string;
      expected: string;
      change: string;
      /** A command that prints the place in the docs, or its address. */
      read: string;
    };

/** One question that the doctor asks. It is skipped when one of those that it builds on has failed. */
export interface Check {
  readonly name: string;
  readonly needs?: readonly string[];
  run(): Promise<Finding | readonly Finding[]>;
}

/** The three sentences of a trouble. */
export interface Trouble {
  detail: string;
  expected: string;
  change: string;
}

export const ok = (detail: string): Finding => ({ state: 'ok', detail });
export const skipped = (detail: string): Finding => ({ state: 'skipped', detail });
export const failed = (code: FindingCode, trouble: Trouble): Finding => finding('failed', code, trouble);
export const warning = (code: FindingCode, trouble: Trouble): Finding => finding('warning', code, trouble);
export const hint = (code: FindingCode, trouble: Trouble): Finding => finding('hint', code, trouble);

function finding(state: 'hint' | 'warning' | 'failed', code: FindingCode, trouble: Trouble): Finding {
  return { state, code, ...trouble, read: whereToRead(`troubleshooting#doctor-${code}`) };
}

/** All that the doctor can find. Each has its line in Troubleshooting. */
export type FindingCode =
  | 'server_down'
  | 'handler_missing'
  | 'store_down'
  | 'clock_wrong'
  | 'public_url_wrong'
  | 'not_public'
  | 'not_https'
  | 'body_parser'
  | 'gateway_down'
  | 'gateway_credentials'
  | 'gateway_signature'
  | 'gateway_answer'
  | 'gateway_redirects'
  | 'credentials_withheld'
  | 'routes_blocked'
  | 'status_cached'
  | 'origin_unchecked'
  | 'origin_not_allowed'
  | 'notifications_blocked'
  | 'notifications_unchecked'
  | 'return_page_blocked'
  | 'return_page_not_framed'
  | 'proxy_not_trusted'
  | 'proxy_forgeable'
  | 'address_unknown'
  | 'order_unknown'
  | 'order_paid'
  | 'order_needs_login'
  | 'session_refused'
  | 'hosted_page_not_framed'
  | 'hosted_page_mixed'
  | 'page_missing'
  | 'page_policy'
  | 'page_trusted_types'
  | 'page_permissions'
  | 'page_permissions_bank'
  | 'page_isolated'
  | 'page_framable'
  | 'page_opener'
  | 'script_missing';
