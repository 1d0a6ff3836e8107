/** A web address for logs and lists: without name, password, query and fragment, in which secrets may be. */
export function withoutSecrets(address: string): string {
  if (!URL.canParse(address)) return "";
  const { origin, pathname, search } = new URL(address);
  return `${origin}${pathname}${search === "" ? "" : "?…"}`;
}
