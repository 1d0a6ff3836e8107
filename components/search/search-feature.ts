import { IconFolderSymlink } from "@tabler/icons-react";
import { lazyPart } from "@/components/ui/lazy/lazy-part";
import { oneOnly } from "@/components/domain/action/available";
import { goToFolder, hintFocus } from "@/components/domain/folder/go-to";
import { feature } from "@/components/registry/feature";
import { nameOf, parentOf } from "@/lib/shared/paths";
import { parseQuery } from "./search-query";

export const searchFeature = feature({
  id: "search",
  messages: ["search", "setting"],
  shortcuts: [
    { text: "search", keys: ["/"], order: 150 },
    { text: "showInFolder", keys: ["Ctrl+Enter"], order: 160 },
  ],
  settingSections: [
    {
      id: "searchIndex",
      order: 30,
      permission: "search_index",
      words: "setting.search",
      terms: ["index", "locate"],
      Screen: lazyPart(() => import("./search-index")),
    },
  ],
  entryActions: [
    {
      id: "showInFolder",
      icon: IconFolderSymlink,
      order: { results: 15 },
      keys: ["Ctrl+Enter"],
      when: oneOnly,
      run: ({ one }) => {
        const folder = one === undefined ? null : parentOf(one.path);
        if (one === undefined || folder === null) return;
        hintFocus(folder, nameOf(one.path));
        goToFolder(folder);
      },
    },
  ],
  browseViews: [{ accepts: (search) => parseQuery(search) !== null, Screen: lazyPart(() => import("./search-view")) }],
});
