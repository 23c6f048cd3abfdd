import { Hono } from 'hono';
import type { ProblemError } from '../http/problem.ts';
import type { Settings } from '../settings.ts';
import { type AnswerPageContext, answerPage, problemAnswer } from './answerPage.ts';
import { readWish, type Wish } from './readWish.ts';

export type PayProblemContext = AnswerPageContext;

/** The pay page for when no route can be asked: the store cannot be opened, or the handler was closed. */
export async function payProblem(
  context: PayProblemContext,
  request: Request,
  problem: ProblemError,
): Promise<Response> {
  const wish = tryWish(context.settings.appReturnUrls, request);
  const app = new Hono();
  app.all('*', (c) => answerPage(context, c, problemAnswer(context, problem, wish, request.method)));
  return app.fetch(request);
}

/** What a request without a body asks for; `null` where it cannot be read. */
function tryWish(apps: Settings['appReturnUrls'], { url }: Request): Wish | null {
  try {
    return readWish(new URL(url).searchParams, apps);
  } catch {
    return null;
  }
}
