/** A value with listeners: what a tiny store needs, without a library. */
export type Store<T> = {
  readonly get: () => T;
  readonly set: (next: T | ((current: T) => T)) => void;
  /** Calls the listener after every change until the returned function is called. */
  readonly subscribe: (listener: () => void) => () => void;
};

export function createStore<T>(initial: T): Store<T> {
  let value = initial;
  const listeners = new Set<() => void>();
  return {
    get: () => value,
    set(next) {
      const changed = typeof next === "function" ? (next as (current: T) => T)(value) : next; // T is never a function here
      if (Object.is(changed, value)) return;
      value = changed;
      for (const listener of listeners) listener();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
