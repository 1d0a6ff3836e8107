import { IconFolderSymlink } from "@tabler/icons-react";
import { lazy } from "react";
import { oneOnly } from "@/components/domain/action/available";
import { goToFolder, hintFocus } from "@/components/domain/folder/go-to";
import { feature } from "@/components/registry/feature";
import { nameOf, parentOf } from "@/lib/shared/paths";
import { parseWish } from "./search-wish";

export const searchFeature = feature({
  id: "search",
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
  browseViews: [{ accepts: (search) => parseWish(search) !== null, Screen: lazy(() => import("./search-view")) }],
});
