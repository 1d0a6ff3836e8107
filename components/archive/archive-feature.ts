import { viewer } from "@/components/domain/viewing/viewer";
import { feature } from "@/components/registry/feature";
import { requestDialog } from "@/components/ui/dialog/request-dialog";
import { archiveActions } from "./archive-actions";
import { compressedText, extractedText } from "./done-texts";
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
  entryActions: archiveActions,
  tasks: [
    {
      kind: "compress",
      words: "archive.tasks.compress",
      done: compressedText,
      again: async () => (await import("./archive-again")).compressAgain,
    },
    {
      kind: "extract",
      words: "archive.tasks.extract",
      done: extractedText,
      again: async () => (await import("./archive-again")).extractAgain,
    },
  ],
  hosts: [requestDialog(compressRequest, () => import("./compress-dialog"))],
});
