import { IconBrush } from "@tabler/icons-react";
import { needs, write } from "@/components/domain/action/available";
import { viewer } from "@/components/domain/viewing/viewer";
import { feature } from "@/components/registry/feature";
import { onlyInBrowsers } from "@/lib/client/only-in-browsers";

export const drawingFeature = feature({
  id: "drawing",
  messages: ["drawing"],
  entryActions: [
    {
      id: "newDrawing",
      icon: IconBrush,
      order: { folder: 30, new: 30 },
      when: (scene) => needs(scene, write),
      run: ({ page }) => page.create("newDrawing"),
    },
  ],
  viewers: [
    viewer({
      id: "drawing",
      accepts: (_, view) => view === "drawing",
      needs: "text",
      load: async () =>
        typeof window === "undefined" ? onlyInBrowsers() : (await import("./load-drawing")).loadDrawing(),
    }),
  ],
});
