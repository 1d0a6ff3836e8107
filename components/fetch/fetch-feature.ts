import { IconCloudDownload } from "@tabler/icons-react";
import { needs, write } from "@/components/domain/action/available";
import { folderTool } from "@/components/domain/tool/folder-tool";
import { folderToolRequest } from "@/components/domain/tool/folder-tool-store";
import { feature } from "@/components/registry/feature";

export const fetchFeature = feature({
  id: "fetch",
  messages: ["fetch"],
  folderTools: [folderTool("fetch", () => import("./fetch-dialog"))],
  tasks: [
    {
      kind: "fetch",
      words: "fetch.tasks.fetch",
      // Many servers do not say how much it is.
      isOpenEnded: true,
      stopPermission: "http_proxy_download_cancel",
      again: async () => (await import("./fetch-again")).fetchAgain,
    },
  ],
  entryActions: [
    {
      id: "fetch",
      icon: IconCloudDownload,
      order: { folder: 60, new: 50 },
      when: (scene) => (scene.can("http_proxy") ? needs(scene, write) : "hidden"),
      run: ({ folder }) => folder && folderToolRequest.set({ tool: "fetch", path: folder }),
    },
  ],
});
