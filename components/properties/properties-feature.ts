import { feature } from "@/components/registry/feature";
import { requestDialog } from "@/components/ui/dialog/request-dialog";
import { propertiesRequest } from "./properties-store";

export const propertiesFeature = feature({
  id: "properties",
  hosts: [
    requestDialog(
      propertiesRequest,
      () => import("./properties-dialog"),
      ({ path }) => path,
    ),
  ],
});
