import type { StackRow } from "@/lib/contracts/stack";

type Rows = ReadonlyMap<string, StackRow>;

/** Those of which the text is in the name, or in a service's name or image. */
export function filterStacks(rows: Rows, { text }: { text: string }): Rows {
  const wanted = text.trim().toLocaleLowerCase();
  if (wanted === "") return rows;
  return new Map(
    [...rows].filter(([, { id, services }]) =>
      [id, ...services.flatMap(({ name, image }) => [name, image])].some((word) =>
        word.toLocaleLowerCase().includes(wanted),
      ),
    ),
  );
}
