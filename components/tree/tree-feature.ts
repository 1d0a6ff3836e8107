import { IconListTree } from "@tabler/icons-react";
import { openingAs } from "@/components/domain/action/opening-as";
import { viewer } from "@/components/domain/viewing/viewer";
import { feature } from "@/components/registry/feature";
import { onlyInBrowsers } from "@/lib/client/only-in-browsers";

export const treeFeature = feature({
  id: "tree",
  messages: ["tree"],
  entryActions: [
    { id: "tree.actions.openAs", icon: IconListTree, order: { entries: 22, results: 22 }, ...openingAs("tree") },
  ],
  viewers: [
    viewer({
      id: "tree",
      accepts: (_, view) => view === "tree",
      needs: "url",
      load: () => (typeof window === "undefined" ? onlyInBrowsers() : import("./tree-viewer")),
    }),
  ],
});
