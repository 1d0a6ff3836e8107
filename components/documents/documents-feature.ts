import { kindOf } from "@/components/domain/entry/kinds";
import { viewer } from "@/components/domain/viewing/viewer";
import { feature } from "@/components/registry/feature";

/** Documents of other programs, by their bytes alone, each in a frame without an origin. */
export const documentsFeature = feature({
  id: "documents",
  messages: ["documents"],
  viewers: [
    viewer({
      id: "document",
      accepts: (entry, view) => view === "preview" && kindOf(entry) === "document",
      needs: "url",
      ownWords: true,
      load: () => import("./document-viewer"),
    }),
  ],
});
