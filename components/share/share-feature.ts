import { feature } from "@/components/registry/feature";
import { requestDialog } from "@/components/ui/dialog/request-dialog";
import { shareAction } from "./share-action";
import { shareRequest } from "./share-store";

export const shareFeature = feature({
  id: "share",
  entryActions: [shareAction],
  hosts: [requestDialog(shareRequest, () => import("./share-dialog"))],
});
