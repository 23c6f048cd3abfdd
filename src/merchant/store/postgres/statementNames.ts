import { createHash } from 'node:crypto';

/** Names under which the server keeps statements parsed and planned: planning one of ours costs more than running it. */
export interface StatementNames {
  /** `undefined`: this one is sent whole each time. */
  of(text: string): string | undefined;
  /** Names the statements anew: the server's plans are of older tables. */
  renew(): void;
  /** No more names: a pooler leads one connection to many of the server's, of which each knows other statements. */
  stop(): void;
}

/** The statements by key are about fifty. Each is kept by each connection, so their number has a bound. */
const MOST = 100;

/**
 * A name is a digest of its text: two releases behind one pooler that reach the same connection of the server never run each
 * other's statements.
 */
export function statementNames(): StatementNames {
  let names = new Map<string, string>();
  let generation = 0;
  let isOn = true;
  return {
    of(text) {
      if (!isOn) return undefined;
      const known = names.get(text);
      if (known !== undefined || names.size === MOST) return known;
      const digest = createHash('sha256').update(text).digest('hex').slice(0, 32);
      const name = `hpp_${digest}_${generation}`;
      names.set(text, name);
      return name;
    },
    renew() {
      generation++;
      names = new Map();
    },
    stop() {
      isOn = false;
    },
  };
}
