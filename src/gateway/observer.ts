import { redact, secretTexts } from '../protocol/gateway/redact.ts';
import { hideValues } from './hideValues.ts';
import type { GatewayHooks, GatewayLogger } from './hooks.ts';
import { tellMerchant } from './tellMerchant.ts';

type Name = keyof GatewayHooks;
type EventOf<N extends Name> = Parameters<NonNullable<GatewayHooks[N]>>[0];

/** Tells hooks and logger of a call. Every event is redacted here, whole, and only when somebody listens. */
export interface Observer {
  /** `secrets`: texts that are secret in this call, whatever field they stand in. */
  emit<N extends Name>(name: N, event: () => EventOf<N>, secrets?: () => readonly string[]): void;
}

const LEVELS: Readonly<Record<Name, keyof GatewayLogger>> = {
  request: 'debug',
  response: 'debug',
  retry: 'info',
  warning: 'warn',
  error: 'error',
};

export function createObserver(hooks: GatewayHooks | undefined, logger: GatewayLogger | undefined): Observer {
  return {
    emit(name, event, secrets) {
      if (hooks === undefined && logger === undefined) return;
      let shown: object | undefined;
      const shownOnce = () => {
        if (shown !== undefined) return shown;
        const raw = event();
        shown = hideValues(redact(raw), [...(secrets?.() ?? []), ...secretTexts(raw)]) as object;
        return shown;
      };
      // One that fails must not keep the event from the other.
      tellMerchant(
        `hooks.${name}`,
        () => {
          const hook = hooks?.[name] as ((event: unknown) => void) | undefined;
          return hook?.call(hooks, shownOnce());
        },
        warn,
      );
      const level = LEVELS[name];
      tellMerchant(`logger.${level}`, () => logger?.[level](shownOnce(), `gateway ${name}`), warn);
    },
  };
}

/** Where a failing hook, logger or tracer of the gateway client is named: there may be no logger, or it is the one that fails. */
export function warn({ message }: Error): void {
  const text = `The gateway client: ${message}`;
  if (typeof globalThis.process?.emitWarning === 'function')
    globalThis.process.emitWarning(text, 'GatewayHookWarning');
  else console.warn(text);
}
