import { kindOf } from "@/components/domain/entry/kinds";
import { viewer } from "@/components/domain/viewing/viewer";
import { feature } from "@/components/registry/feature";
import { onlyInBrowsers } from "@/lib/client/only-in-browsers";

/** Pictures, films, sound and PDF by their bytes alone, Markdown by its text. */
export const viewerFeature = feature({
  id: "viewer",
  messages: ["pdf", "picture"],
  viewers: [
    viewer({
      id: "pdf",
      accepts: (entry, view) => view === "preview" && kindOf(entry) === "pdf",
      needs: "url",
      load: () => (typeof window === "undefined" ? onlyInBrowsers() : import("./pdf/pdf-viewer")),
    }),
    viewer({
      id: "image",
      accepts: (entry, view) => view === "preview" && kindOf(entry) === "image",
      needs: "url",
      load: () => import("./image/image-viewer"),
    }),
    viewer({
      id: "media",
      accepts: (entry, view) => view === "preview" && ["video", "audio"].includes(kindOf(entry)),
      needs: "url",
      load: () => import("./media/media-viewer"),
    }),
    viewer({
      id: "markdown",
      accepts: (_, view) => view === "markdown",
      needs: "text",
      load: () => (typeof window === "undefined" ? onlyInBrowsers() : import("./markdown-viewer")),
    }),
  ],
});
