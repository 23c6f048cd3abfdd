import { redact } from '../protocol/gateway/redact.ts';
import type { GatewayHooks, GatewayLogger } from './hooks.ts';

type Name = keyof GatewayHooks;
type EventOf<N extends Name> = Parameters<NonNullable<GatewayHooks[N]>>[0];

/** Tells hooks and logger of a call. Every event is redacted here, whole, and only when somebody listens. */
export interface Observer {
  tell<N extends Name>(name: N, event: () => EventOf<N>): void;
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
    tell(name, event) {
      const hook = hooks?.[name] as ((event: unknown) => void) | undefined;
      if (hook === undefined && logger === undefined) return;
      try {
        const facts = redact(event()) as object;
        hook?.call(hooks, facts);
        logger?.[LEVELS[name]](facts, `gateway ${name}`);
      } catch (error) {
        warn(
          `The gateway client's "${name}" hook or logger failed: ${error instanceof Error ? error.message : 'no error'}`,
        );
      }
    },
  };
}

function warn(text: string): void {
  if (typeof globalThis.process?.emitWarning === 'function')
    globalThis.process.emitWarning(text, 'GatewayHookWarning');
  else console.warn(text);
}
