import { isWebUrl } from '../../protocol/gateway/isWebUrl.ts';
import { ShapeError } from '../../protocol/gateway/shapeError.ts';

/** The customer's browser goes there: never `javascript:` and its like (T14). */
export function webAddress(text: string): string {
  if (isWebUrl(text)) return text;
  throw new ShapeError('redirectUrl', 'an absolute http(s) address');
}
