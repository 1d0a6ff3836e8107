import { folderTool } from "@/components/domain/tool/folder-tool";
import { feature } from "@/components/registry/feature";

export const duplicatesFeature = feature({
  id: "duplicates",
  folderTools: [folderTool("duplicates", () => import("./duplicates-dialog"))],
});
