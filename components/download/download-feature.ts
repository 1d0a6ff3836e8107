import { feature } from "@/components/registry/feature";
import { requestDialog } from "@/components/ui/dialog/request-dialog";
import { downloadRequest } from "./download-request";

export const downloadFeature = feature({
  id: "download",
  hosts: [requestDialog(downloadRequest, () => import("./download-dialog"))],
});
