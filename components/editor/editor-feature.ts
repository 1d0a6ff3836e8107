import { IconFileText } from "@tabler/icons-react";
import { kindOf } from "@/components/domain/entry/kinds";
import { hasText } from "@/components/domain/entry/open-rule";
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
      when: ({ chosen: [first, second] }) =>
        first !== undefined && second === undefined && hasText(kindOf(first)) ? "enabled" : "hidden",
      run: ({ one, page }) => one && page.open(one, { as: "text" }),
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
