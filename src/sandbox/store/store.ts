/** One kind of record by id, in the order of insertion. Records are replaced, never changed in place. */
export interface Table<T> {
  get(id: string): T | undefined;
  put(id: string, value: T): void;
  delete(id: string): void;
  values(): readonly T[];
  /** The oldest that passes the test, without copying the rest. */
  find(test: (value: T) => boolean): T | undefined;
}

/**
 * What the sandbox keeps. The working set is in memory; a journal, when there is one, has every acknowledged step.
 * `atomically` makes several writes one step: on disk whole or not at all, undone in memory when the step throws.
 */
export interface SandboxStore {
  table<T>(name: string): Table<T>;
  atomically<R>(step: () => R): R;
  /** Everything, as plain JSON values. */
  dump(): StoreDump;
  /** Replaces everything. */
  load(dump: StoreDump): void;
  close(): void;
}

export type StoreDump = Readonly<Record<string, readonly (readonly [id: string, value: unknown])[]>>;

/** Where steps are written down. One `write` is one transaction. */
export interface Journal {
  read(): Iterable<{ table: string; id: string; value: unknown }>;
  write(changes: readonly Change[]): void;
  close(): void;
}

/** `value: undefined` deletes. */
export interface Change {
  table: string;
  id: string;
  value: unknown;
}

export function createStore(journal?: Journal): SandboxStore {
  const tables = new Map<string, Map<string, unknown>>();
  let step: { changes: Change[]; undo: (() => void)[] } | null = null;

  const rows = (name: string): Map<string, unknown> => {
    let table = tables.get(name);
    if (table === undefined) {
      table = new Map();
      tables.set(name, table);
    }
    return table;
  };

  function change(table: string, id: string, value: unknown): void {
    const map = rows(table);
    const before = map.get(id);
    if (value === undefined) map.delete(id);
    else map.set(id, value);
    const undo = () => (before === undefined ? map.delete(id) : map.set(id, before));
    if (step !== null) {
      step.changes.push({ table, id, value });
      step.undo.push(undo);
      return;
    }
    try {
      journal?.write([{ table, id, value }]);
    } catch (error) {
      undo();
      throw error;
    }
  }

  function atomically<R>(work: () => R): R {
    if (step !== null) return work();
    step = { changes: [], undo: [] };
    try {
      const result = work();
      if (step.changes.length > 0) journal?.write(step.changes);
      return result;
    } catch (error) {
      for (const undo of step.undo.reverse()) undo();
      throw error;
    } finally {
      step = null;
    }
  }

  for (const { table, id, value } of journal?.read() ?? []) rows(table).set(id, value);

  return {
    table: <T>(name: string): Table<T> => ({
      get: (id) => rows(name).get(id) as T | undefined,
      put: (id, value) => change(name, id, value),
      delete: (id) => change(name, id, undefined),
      values: () => [...rows(name).values()] as T[],
      find(test) {
        for (const value of rows(name).values() as Iterable<T>) if (test(value)) return value;
        return undefined;
      },
    }),
    atomically,
    dump: () =>
      structuredClone(Object.fromEntries([...tables].map(([name, table]) => [name, [...table]] as const))),
    load: (dump) =>
      atomically(() => {
        for (const [name, table] of tables) for (const id of [...table.keys()]) change(name, id, undefined);
        for (const [name, entries] of Object.entries(dump)) {
          for (const [id, value] of entries) change(name, id, structuredClone(value));
        }
      }),
    close: () => journal?.close(),
  };
}
