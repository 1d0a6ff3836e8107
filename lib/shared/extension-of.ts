/** Lower-case text after the last dot; `.gitignore` has `gitignore`, `README` none. */
export function extensionOf(name: string): string {
  const dot = name.lastIndexOf(".");
  return dot < 0 ? "" : name.slice(dot + 1).toLowerCase();
}
