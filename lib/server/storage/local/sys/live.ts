/** State shared by the two bundles that hold this module (Next's and the server's). */
export function live<T>(name: string, make: () => T): T {
  const key = Symbol.for(`filedeck.storage.${name}`);
  const holder = globalThis as unknown as Record<symbol, T | undefined>; // a private symbol: nobody else writes it
  const value = holder[key] ?? make();
  holder[key] = value;
  return value;
}
