const maxGroups = 2_000;

/** A claim by its name, else by a path into objects such as `realm_access.roles`; undefined when there is none. */
export function readClaim(claims: Readonly<Record<string, unknown>>, name: string): unknown {
  if (Object.hasOwn(claims, name)) return claims[name];
  let value: unknown = claims;
  for (const part of name.split(".")) {
    if (typeof value !== "object" || value === null || !Object.hasOwn(value, part)) return undefined;
    value = Object.entries(value).find(([key]) => key === part)?.[1];
  }
  return value;
}

/** Empty for anything that is no text. */
export function textOf(value: unknown): string {
  return typeof value === "string" ? value.trim() : "";
}

/** A list of texts; a single text is a list of one. */
export function listOf(value: unknown): readonly string[] {
  const list: unknown[] = Array.isArray(value) ? value : [value];
  return list.slice(0, maxGroups).filter((item) => typeof item === "string");
}
