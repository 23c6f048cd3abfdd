import type { LimitRules } from '../../protocol/gateway/profile.ts';

/** Counts requests (N25). Returns the seconds to wait once there were too many in the window, else `null`. */
export function createRateLimit(rule: LimitRules['rate'], now: () => number): () => number | null {
  let times: number[] = [];
  return () => {
    if (rule === null) return null;
    const time = now();
    times = times.filter((earlier) => time - earlier < rule.perMs);
    if (times.length >= rule.requests) {
      return Math.max(1, Math.ceil(((times[0] as number) + rule.perMs - time) / 1000));
    }
    times.push(time);
    return null;
  };
}
