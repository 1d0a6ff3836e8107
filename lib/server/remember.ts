const prefix = "filedeck:";
const store = globalThis as unknown as Record<string, unknown>; // the one place where modules meet across bundles

/** Live state that must exist once per process, although modules exist twice (Next's bundle and the server's). */
export function remember<T>(name: string, make: () => T): T {
  const key = prefix + name;
  store[key] ??= make();
  return store[key] as T; // made by the same name
}

/** What the server made at start. Throws where it was not started: route handlers run in the server's process only. */
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- the name stands for the type
export function recall<T>(name: string): T {
  const value = store[prefix + name];
  if (value === undefined) throw new Error(`not started: ${name}`);
  return value as T; // as above
}
