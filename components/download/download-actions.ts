import { IconDownload, IconFileDownload } from "@tabler/icons-react";
import { isFolderEntry, needs } from "@/components/domain/action/available";
import type { EntryAction } from "@/components/domain/action/entry-action";
import { downloadEntries, packedAs } from "@/components/domain/verbs/download-entries";
import { downloadRequest } from "./download-request";

export const downloadActions: readonly EntryAction[] = [
  {
    id: "download",
    icon: IconDownload,
    order: { entries: 30, results: 30, bar: 10, phoneBar: 10 },
    when: (scene) => needs(scene, "file_read", false),
    run: ({ chosen, whole, downloadFormat, words }) => {
      const entries = chosen.map(({ entry }) => entry);
      const files = chosen.map(({ path }) => path);
      void downloadEntries({ files, whole, format: packedAs(entries, downloadFormat) }, words); // shows its own failures
    },
  },
  {
    id: "downloadAs",
    icon: IconFileDownload,
    order: { entries: 40, results: 40 },
    when: (scene) => {
      const [first, second] = scene.chosen;
      const isPacked = second !== undefined || (first !== undefined && isFolderEntry(first));
      return isPacked ? needs(scene, "file_read", false) : "hidden";
    },
    run: ({ chosen, whole }) => downloadRequest.set({ files: chosen.map(({ path }) => path), whole }),
  },
];
