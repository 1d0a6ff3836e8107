import { IconChartTreemap } from "@tabler/icons-react";
import { isOneFolder } from "@/components/domain/action/available";
import { folderTool } from "@/components/domain/tool/folder-tool";
import { folderToolRequest } from "@/components/domain/tool/folder-tool-store";
import { feature } from "@/components/registry/feature";

export const spaceFeature = feature({
  id: "space",
  messages: ["space"],
  folderTools: [folderTool("spaceMap", () => import("./space-dialog"))],
  tasks: [{ kind: "measure", words: "space.tasks.measure" }],
  entryActions: [
    {
      id: "spaceMap",
      icon: IconChartTreemap,
      order: { entries: 150, folder: 110 },
      when: (scene) => (isOneFolder(scene) ? "enabled" : "hidden"),
      run: ({ chosen: [first], folder }) => {
        const path = first?.path ?? folder;
        if (path !== null) folderToolRequest.set({ tool: "spaceMap", path });
      },
    },
  ],
});
