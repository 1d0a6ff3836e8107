import { viewer } from "@/components/domain/viewing/viewer";
import { feature } from "@/components/registry/feature";
import { requestDialog } from "@/components/ui/dialog/request-dialog";
import { compressRequest } from "./compress-store";

export const archiveFeature = feature({
  id: "archive",
  viewers: [
    viewer({
      id: "archive",
      accepts: (_, view) => view === "archive",
      needs: "entries",
      load: () => import("./browse/archive-viewer"),
    }),
  ],
  hosts: [requestDialog(compressRequest, () => import("./compress-dialog"))],
});
