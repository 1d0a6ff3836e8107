import { folderTool } from "@/components/domain/tool/folder-tool";
import { feature } from "@/components/registry/feature";

export const versionsFeature = feature({
  id: "versions",
  folderTools: [folderTool("versions", () => import("./versions-dialog"))],
});
