const most = 8;
const kinds = ["RequiredBy", "BoundBy", "ConsistsOf", "RequisiteOf"] as const;

/** A few of some names, and how many more there are. */
export const fewOf = (names: readonly string[]) =>
  `${names.slice(0, most).join(", ")}${names.length > most ? ` +${names.length - most}` : ""}`;

/** What stops with a unit that has these relations; empty for nothing. */
export function stopsWith(relations: Readonly<Record<string, readonly string[]>>): string {
  return fewOf([...new Set(kinds.flatMap((kind) => relations[kind] ?? []))]);
}
