import type { Score } from '../../wire/score.ts';

/** Asks for the counts of all orders. */
export async function fetchScore(merchantOrigin: string, signal: AbortSignal): Promise<Score> {
  const reply = await fetch(`${merchantOrigin}/demo/score`, { signal });
  if (!reply.ok) throw new Error(`The score could not be asked: ${reply.status}.`);
  return await reply.json();
}
