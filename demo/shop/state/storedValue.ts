export interface StoredValue<T> {
  read(storage: Storage): T | null;
  write(storage: Storage, value: T): void;
  clear(storage: Storage): void;
}

/** A JSON value of this tab, by the name under which it is stored. */
export function storedValue<T>(key: string): StoredValue<T> {
  return {
    read: (storage) => JSON.parse(storage.getItem(key) ?? 'null'),
    write: (storage, value) => storage.setItem(key, JSON.stringify(value)),
    clear: (storage) => storage.removeItem(key),
  };
}
