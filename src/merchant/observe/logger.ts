import { tellMerchant } from '../../gateway/tellMerchant.ts';
import { redact } from '../../protocol/gateway/redact.ts';

/** The part of pino that we call: fields first, then the message. */
export interface Logger {
  debug(fields: object, message: string): void;
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
  /** Whether lines of this level are written at all. Saves the work of making those that are not; pino has it. */
  isLevelEnabled?(level: 'debug' | 'info' | 'warn' | 'error'): boolean;
}

type Level = 'debug' | 'info' | 'warn' | 'error';

/**
 * A logger that is never given a card number, security code, token or secret (T12). There is no switch. One that fails
 * stops no payment (T54); that it fails is written once, to the console, since there is no log to write it to.
 */
export function redactingLogger(
  logger: Logger,
  toConsole: (line: string) => void = (line) => console.error(line),
): Logger {
  let isReported = false;
  const failed = (error: Error) => {
    if (isReported) return;
    isReported = true;
    tellMerchant(
      'console',
      () => toConsole(lineOf('error', { err: redact(error) }, LOGGER_FAILS)),
      () => {},
    );
  };
  const isOff = (level: Level) => {
    let answer: unknown;
    const ask = () => {
      answer = logger.isLevelEnabled?.(level);
      return answer;
    };
    tellMerchant('logger.isLevelEnabled', ask, failed);
    return answer === false;
  };
  const through =
    (level: Level) =>
    (fields: object, message: string): void => {
      if (isOff(level)) return;
      tellMerchant(`logger.${level}`, () => logger[level](redact(fields) as object, message), failed);
    };
  return { debug: through('debug'), info: through('info'), warn: through('warn'), error: through('error') };
}

/** Warnings and errors as JSON lines: control characters of a reference cannot start a line of their own (T36). */
export function consoleLogger(): Logger {
  return {
    debug: () => {},
    info: () => {},
    warn: (fields, message) => console.warn(lineOf('warn', fields, message)),
    error: (fields, message) => console.error(lineOf('error', fields, message)),
    isLevelEnabled: (level) => level === 'warn' || level === 'error',
  };
}

const LOGGER_FAILS = 'The logger failed; the lines that it fails on are lost';

const lineOf = (level: string, fields: object, message: string) =>
  JSON.stringify({ level, time: new Date().toISOString(), message, ...fields });
