import { folderTool } from "@/components/domain/tool/folder-tool";
import { feature } from "@/components/registry/feature";

export const fetchFeature = feature({
  id: "fetch",
  folderTools: [folderTool("fetch", () => import("./fetch-dialog"))],
});
