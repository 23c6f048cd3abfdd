import { RuleBroken } from './broken.ts';

/** An answer of the backend, read to its end. */
export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** The body as JSON; `undefined` when it is none. */
  readonly json: unknown;
}

export async function readAnswer(response: Response): Promise<Answer> {
  const text = await response.text();
  return { status: response.status, headers: response.headers, text, json: parsed(text) };
}

/** An own field of the body, or `undefined`. */
export function field(answer: Answer, name: string): unknown {
  const { json } = answer;
  return typeof json === 'object' && json !== null && Object.hasOwn(json, name)
    ? (json as Record<string, unknown>)[name]
    : undefined;
}

/** Status, code and the start of the body, on one line. */
export function describe(answer: Answer): string {
  const type = answer.headers.get('content-type')?.split(';')[0] ?? 'no content type';
  const body = answer.text.replaceAll(/\s+/g, ' ').trim();
  return `${answer.status} (${type})${body === '' ? '' : ` ${body.slice(0, 160)}${body.length > 160 ? '…' : ''}`}`;
}

/** @throws RuleBroken unless the answer has this status and this problem code. */
export function demandProblem(answer: Answer, status: number, code: string, to: string): void {
  if (answer.status === status && field(answer, 'code') === code) return;
  throw new RuleBroken(`${status} with code "${code}" to ${to}`, describe(answer));
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined; // no JSON: whoever reads a field says so
  }
}
