import { feature } from "@/components/registry/feature";
import { requestDialog } from "@/components/ui/dialog/request-dialog";
import { shareRequest } from "./share-store";

export const shareFeature = feature({
  id: "share",
  hosts: [requestDialog(shareRequest, () => import("./share-dialog"))],
});
