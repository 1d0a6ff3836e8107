import { IconTable } from "@tabler/icons-react";
import { openingAs } from "@/components/domain/action/opening-as";
import { viewer } from "@/components/domain/viewing/viewer";
import { feature } from "@/components/registry/feature";
import { onlyInBrowsers } from "@/lib/client/only-in-browsers";

export const tableFeature = feature({
  id: "table",
  messages: ["table"],
  entryActions: [
    { id: "table.actions.openAs", icon: IconTable, order: { entries: 21, results: 21 }, ...openingAs("table") },
  ],
  viewers: [
    viewer({
      id: "table",
      accepts: (_, view) => view === "table",
      needs: "url",
      ownWords: true,
      load: () => (typeof window === "undefined" ? onlyInBrowsers() : import("./table-viewer")),
    }),
  ],
});
