const HEADER = 'x-sandbox-cut';

export type Cut = 'reset' | 'hang';

/** Stands for a connection that breaks or never answers; what carries responses turns it into that (see `carry`). */
export function cutConnection(cut: Cut): Response {
  return new Response(null, { status: 500, headers: { [HEADER]: cut } });
}

export function cutOf(response: Response): Cut | null {
  return response.headers.get(HEADER) as Cut | null;
}
