import { viewer } from "@/components/domain/viewing/viewer";
import { feature } from "@/components/registry/feature";

export const drawingFeature = feature({
  id: "drawing",
  viewers: [
    viewer({
      id: "drawing",
      accepts: (_, view) => view === "drawing",
      needs: "text",
      load: async () => (await import("./load-drawing")).loadDrawing(),
    }),
  ],
});
