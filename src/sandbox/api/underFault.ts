import type { Fault } from '../faults/fault.ts';
import { addFaultHeaders, faultResponse } from '../faults/faultResponse.ts';
import type { Answer } from './call.ts';

const HALF_JSON = { text: '{"isSuccess": tr', type: 'application/json' };

/** The response to a request, and the answer that it was made from: `null` where a fault kept the request from happening. */
export interface Answered {
  response: Response;
  answer: Answer | null;
}

/** `when: 'before'` (the default) keeps the request from happening; `'after'` only spoils its answer. */
export async function underFault(
  fault: Fault | null,
  happen: () => Promise<Answer>,
  sign: (answer: Answer) => Promise<Response>,
  wait: (ms: number) => Promise<void>,
): Promise<Answered> {
  if (fault === null) {
    const answer = await happen();
    return { response: await sign(answer), answer };
  }
  const early = fault.when !== 'after';
  const instead = faultResponse(fault, HALF_JSON);
  const delay = async () => {
    if (fault.do === 'delay') await wait(fault.ms);
  };
  if (early) await delay();
  if (early && instead !== null) return { response: instead, answer: null };
  const answer = await happen();
  const response = instead ?? (await sign(answer));
  if (!early) await delay();
  addFaultHeaders(fault, response);
  return { response, answer };
}
