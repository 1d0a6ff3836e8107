import { folderTool } from "@/components/domain/tool/folder-tool";
import { feature } from "@/components/registry/feature";

export const spaceFeature = feature({
  id: "space",
  folderTools: [folderTool("spaceMap", () => import("./space-dialog"))],
});
