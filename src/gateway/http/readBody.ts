import { AnswerTooLargeError, MAX_ANSWER_BYTES, type TransportResponse } from './transport.ts';

/** The answer's text. @throws AnswerTooLargeError before more than the cap is held. */
export async function readBody(response: TransportResponse): Promise<string> {
  const { body } = response;
  if (body === null || body === undefined) {
    const text = await response.text();
    if (text.length > MAX_ANSWER_BYTES) throw new AnswerTooLargeError();
    return text;
  }
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let text = '';
  let bytes = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return text + decoder.decode();
    bytes += value.byteLength;
    if (bytes > MAX_ANSWER_BYTES) {
      await reader.cancel().catch(() => undefined);
      throw new AnswerTooLargeError();
    }
    text += decoder.decode(value, { stream: true });
  }
}
