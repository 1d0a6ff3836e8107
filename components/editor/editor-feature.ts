import { viewer } from "@/components/domain/viewing/viewer";
import { feature } from "@/components/registry/feature";

export const editorFeature = feature({
  id: "editor",
  viewers: [
    viewer({
      id: "text",
      accepts: (_, view) => view === "text",
      needs: "text",
      load: async () => (await import("./load-editor")).loadEditor(),
    }),
  ],
});
