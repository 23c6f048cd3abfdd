import { redact } from '../protocol/gateway/redact.ts';

/** The part of pino that we call: fields first, then the message. */
export interface Logger {
  debug(fields: object, message: string): void;
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
  /** Whether lines of this level go anywhere. Saves the work of making those that do not; pino has it. */
  isLevelEnabled?(level: 'debug' | 'info' | 'warn' | 'error'): boolean;
}

/** A logger that is never given a card number, security code, token or secret (T12). There is no switch. */
export function redactingLogger(logger: Logger): Logger {
  const through =
    (level: 'debug' | 'info' | 'warn' | 'error') =>
    (fields: object, message: string): void => {
      try {
        if (logger.isLevelEnabled?.(level) === false) return;
        logger[level](redact(fields) as object, message);
      } catch {
        // A full log disk must not stop a payment, and there is nobody left to tell (T54).
      }
    };
  return { debug: through('debug'), info: through('info'), warn: through('warn'), error: through('error') };
}

/** Warnings and errors as JSON lines: control characters of a reference cannot start a line of their own (T36). */
export function consoleLogger(): Logger {
  const line = (level: string, fields: object, message: string) =>
    JSON.stringify({ level, time: new Date().toISOString(), message, ...fields });
  return {
    debug: () => {},
    info: () => {},
    warn: (fields, message) => console.warn(line('warn', fields, message)),
    error: (fields, message) => console.error(line('error', fields, message)),
    isLevelEnabled: (level) => level === 'warn' || level === 'error',
  };
}
