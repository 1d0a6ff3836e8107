import { feature } from "@/components/registry/feature";
import { requestDialog } from "@/components/ui/dialog/request-dialog";
import { downloadActions } from "./download-actions";
import { downloadRequest } from "./download-request";

export const downloadFeature = feature({
  id: "download",
  entryActions: downloadActions,
  hosts: [requestDialog(downloadRequest, () => import("./download-dialog"))],
});
