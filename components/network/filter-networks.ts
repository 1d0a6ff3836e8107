import type { NetworkRow } from "@/lib/contracts/network";

type Rows = ReadonlyMap<string, NetworkRow>;

export function findNetwork(rows: Rows, idOrName: string): NetworkRow | null {
  return rows.get(idOrName) ?? [...rows.values()].find(({ name }) => name === idOrName) ?? null;
}

/** Those of which a word is in the name, the driver, the stack, or a subnet. */
export function filterNetworks(rows: Rows, { text }: { text: string }): Rows {
  const wanted = text.trim().toLocaleLowerCase();
  if (wanted === "") return rows;
  return new Map(
    [...rows].filter(([, { name, driver, project, subnets }]) =>
      [name, driver, project ?? "", ...subnets].some((word) => word.toLocaleLowerCase().includes(wanted)),
    ),
  );
}
