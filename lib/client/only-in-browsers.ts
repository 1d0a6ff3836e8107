/**
 * In place of a part that a server never draws, so that its bundle is built without it:
 * `typeof window === "undefined" ? onlyInBrowsers() : import("./heavy")`. The bundler reads the condition where it is written.
 */
export function onlyInBrowsers(): never {
  throw new Error("A part for browsers was asked for on the server.");
}
