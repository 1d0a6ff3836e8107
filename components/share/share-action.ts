import { IconShare } from "@tabler/icons-react";
import type { EntryAction } from "@/components/domain/action/entry-action";
import { isFolder } from "@/components/domain/entry/sort-rows";
import { shareRequest } from "./share-store";

export const shareAction: EntryAction = {
  id: "share",
  icon: IconShare,
  order: { entries: 50, results: 50, bar: 20, phoneBar: 20 },
  when: ({ can }) => (can("file_share") ? "enabled" : "hidden"),
  run: ({ chosen, isFolderWritable }) => {
    const [first] = chosen;
    if (first === undefined) return;
    const canDrop = chosen.length === 1 && isFolder(first.entry) && isFolderWritable;
    shareRequest.set({ kind: "create", files: chosen.map(({ path }) => path), name: first.entry.name, canDrop });
  },
};
