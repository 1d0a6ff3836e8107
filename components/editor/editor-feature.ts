import { IconFileText } from "@tabler/icons-react";
import { openingAs } from "@/components/domain/action/opening-as";
import { viewer } from "@/components/domain/viewing/viewer";
import { feature } from "@/components/registry/feature";
import { onlyInBrowsers } from "@/lib/client/only-in-browsers";

export const editorFeature = feature({
  id: "editor",
  entryActions: [
    {
      id: "openAsText",
      icon: IconFileText,
      order: { entries: 20, results: 20 },
      ...openingAs("text"),
    },
  ],
  viewers: [
    viewer({
      id: "text",
      accepts: (_, view) => view === "text",
      needs: "text",
      load: async () =>
        typeof window === "undefined" ? onlyInBrowsers() : (await import("./load-editor")).loadEditor(),
    }),
  ],
});
