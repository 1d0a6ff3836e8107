import { IconCopyCheck } from "@tabler/icons-react";
import { isOneFolder } from "@/components/domain/action/available";
import { folderTool } from "@/components/domain/tool/folder-tool";
import { folderToolRequest } from "@/components/domain/tool/folder-tool-store";
import { feature } from "@/components/registry/feature";
import { parseVirtualPath } from "@/lib/shared/paths";

export const duplicatesFeature = feature({
  id: "duplicates",
  messages: ["duplicates"],
  folderTools: [folderTool("duplicates", () => import("./duplicates-dialog"))],
  tasks: [
    {
      kind: "duplicates",
      words: "duplicates.tasks.duplicates",
      result: ({ facts }) => {
        const path = typeof facts["path"] === "string" ? parseVirtualPath(facts["path"]) : null;
        return path === null ? null : { tool: "duplicates", path };
      },
      again: async () => (await import("./duplicates-again")).duplicatesAgain,
    },
  ],
  entryActions: [
    {
      id: "duplicates",
      icon: IconCopyCheck,
      order: { entries: 160, folder: 120 },
      when: (scene) => (isOneFolder(scene) ? "enabled" : "hidden"),
      run: ({ chosen: [first], folder }) => {
        const path = first?.path ?? folder;
        if (path !== null) folderToolRequest.set({ tool: "duplicates", path });
      },
    },
  ],
});
