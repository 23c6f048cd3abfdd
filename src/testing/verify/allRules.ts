import type { RuleGroup } from './rule.ts';
import { http } from './rules/http.ts';
import { last } from './rules/last.ts';
import { notification } from './rules/notification.ts';
import { opening } from './rules/opening.ts';
import { origins } from './rules/origins.ts';
import { outcome } from './rules/outcome.ts';
import { price } from './rules/price.ts';
import { returnPage } from './rules/returnPage.ts';
import { status } from './rules/status.ts';

/** Every rule, in the order in which they are looked at. Visits of the return page come late: they hold an order. */
export const ALL_RULES: readonly RuleGroup[] = [
  opening,
  price,
  origins,
  outcome,
  notification,
  status,
  returnPage,
  http,
  last,
];

/** So many orders that nobody has touched are needed, if no rule is broken. */
export const ORDERS_NEEDED = 20;
