import { IconTrash } from "@tabler/icons-react";
import { lazyPart } from "@/components/ui/lazy/lazy-part";
import { feature } from "@/components/registry/feature";
import { page } from "@/components/registry/page";
import { pages } from "@/lib/client/urls";

export const trashFeature = feature({
  id: "trash",
  messages: ["setting", "trash"],
  pages: [page({ path: "trash", permission: "filecat_file_delete_cut_rename", load: () => import("./trash-page") })],
  nav: [
    {
      label: "trash",
      href: pages.trash(),
      icon: IconTrash,
      group: "own",
      order: 20,
      isShown: (can) => can("filecat_file_delete_cut_rename"),
    },
  ],
  tasks: [
    { kind: "trash", words: "trash.tasks.trash", again: async () => (await import("./trash-again")).trashAgain },
    { kind: "restore", words: "trash.tasks.restore", again: async () => (await import("./trash-again")).restoreAgain },
  ],
  settingSections: [
    {
      id: "trash",
      order: 10,
      permission: "recycle_file_save",
      words: "setting.trash",
      settings: ["trash"],
      terms: ["recycle bin", "trash", "retention", "undelete"],
      Screen: lazyPart(() => import("./trash-setting")),
    },
  ],
});
