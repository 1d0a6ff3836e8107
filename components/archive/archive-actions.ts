import { IconFileZip, IconPackageExport } from "@tabler/icons-react";
import { needs, write } from "@/components/domain/action/available";
import type { EntryAction } from "@/components/domain/action/entry-action";
import { kindOf } from "@/components/domain/entry/kinds";
import { isFolder } from "@/components/domain/entry/sort-rows";
import { compressRequest } from "./compress-store";
import { extractArchive } from "./extract-archive";

export const archiveActions: readonly EntryAction[] = [
  {
    id: "compress",
    icon: IconFileZip,
    order: { entries: 120 },
    when: (scene) => needs(scene, write),
    run: ({ folder, chosen, one }) => {
      if (folder === null || one === undefined) return;
      const files = chosen.map(({ path }) => path);
      compressRequest.set({ folder, files, name: one.entry.name, isFolder: isFolder(one.entry) });
    },
  },
  {
    id: "extract",
    icon: IconPackageExport,
    order: { entries: 130 },
    when: (scene) => {
      const [first, second] = scene.chosen;
      const isArchive = first !== undefined && second === undefined && kindOf(first) === "archive";
      return isArchive ? needs(scene, write) : "hidden";
    },
    run: ({ folder, one, words }) => {
      if (folder !== null && one !== undefined) void extractArchive({ path: one.path, to: folder }, words); // shows its own failures
    },
  },
];
