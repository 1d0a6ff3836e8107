import { kindOf } from "@/components/domain/entry/kinds";
import { viewer } from "@/components/domain/viewing/viewer";
import { feature } from "@/components/registry/feature";
import { onlyInBrowsers } from "@/lib/client/only-in-browsers";

/** Films and sound of the session’s own places, with the server’s help. Others are shown by the feature `viewer`. */
export const mediaFeature = feature({
  id: "media",
  messages: ["media"],
  viewers: [
    viewer({
      id: "session-media",
      accepts: (entry, view) => view === "preview" && ["video", "audio"].includes(kindOf(entry)),
      needs: "session",
      load: () => (typeof window === "undefined" ? onlyInBrowsers() : import("./session-media")),
    }),
  ],
});
