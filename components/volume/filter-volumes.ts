import type { VolumeRow } from "@/lib/contracts/volume";

export const volumeFilters = ["all", "used", "unused"] as const;
export type VolumeFilter = (typeof volumeFilters)[number];

type Rows = ReadonlyMap<string, VolumeRow>;

/** Those of which a word is in the name, in a container that has it, or in its stack. */
export function filterVolumes(rows: Rows, { text, filter }: { text: string; filter: VolumeFilter }): Rows {
  const wanted = text.trim().toLocaleLowerCase();
  if (wanted === "" && filter === "all") return rows;
  return new Map(
    [...rows].filter(([, { id, used_by, project }]) => {
      if (filter !== "all" && used_by.length > 0 !== (filter === "used")) return false;
      return [id, project ?? "", ...used_by].some((word) => word.toLocaleLowerCase().includes(wanted));
    }),
  );
}

/** Anonymous volumes have 64 digits for a name, which tell nobody anything. */
export const volumeText = ({ id, is_anonymous }: Pick<VolumeRow, "id" | "is_anonymous">): string =>
  is_anonymous && id.length === 64 ? id.slice(0, 12) : id;
