import { ValidationError } from '../errors/requestErrors.ts';

/** For callers without types. @throws ValidationError for anything but an object, before a field of it is asked for */
export function checkInput(input: unknown, operation: string): void {
  if (typeof input === 'object' && input !== null && !Array.isArray(input)) return;
  throw new ValidationError([{ path: '(request)', rule: 'type', message: 'expected an object' }], {
    operation,
  });
}
