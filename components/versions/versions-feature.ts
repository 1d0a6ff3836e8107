import { IconHistory } from "@tabler/icons-react";
import { needs, write } from "@/components/domain/action/available";
import { folderTool } from "@/components/domain/tool/folder-tool";
import { folderToolRequest } from "@/components/domain/tool/folder-tool-store";
import { feature } from "@/components/registry/feature";

export const versionsFeature = feature({
  id: "versions",
  messages: ["versions"],
  folderTools: [folderTool("versions", () => import("./versions-dialog"))],
  entryActions: [
    {
      id: "versions",
      icon: IconHistory,
      order: { entries: 170, results: 170 },
      when: (scene) => {
        const [first, second] = scene.chosen;
        if (first?.kind !== "file" || second !== undefined) return "hidden";
        // What saving a file takes, which is one of two rights.
        return needs(scene, scene.can("filecat_file_context_update") ? "filecat_file_context_update" : write);
      },
      run: ({ chosen: [first] }) => first && folderToolRequest.set({ tool: "versions", path: first.path }),
    },
  ],
});
