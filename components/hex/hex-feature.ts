import { IconBinary } from "@tabler/icons-react";
import { openingAs } from "@/components/domain/action/opening-as";
import { viewer } from "@/components/domain/viewing/viewer";
import { feature } from "@/components/registry/feature";
import { onlyInBrowsers } from "@/lib/client/only-in-browsers";

export const hexFeature = feature({
  id: "hex",
  messages: ["hex"],
  entryActions: [
    { id: "hex.actions.openAs", icon: IconBinary, order: { entries: 23, results: 23 }, ...openingAs("hex") },
  ],
  viewers: [
    viewer({
      id: "hex",
      accepts: (_, view) => view === "hex",
      needs: "url",
      load: () => (typeof window === "undefined" ? onlyInBrowsers() : import("./hex-viewer")),
    }),
  ],
});
