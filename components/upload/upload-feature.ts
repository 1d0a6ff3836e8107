import { lazyPart } from "@/components/ui/lazy/lazy-part";
import { panel } from "@/components/domain/transfer/panel";
import { isAnythingLeft, movingUploads } from "@/components/domain/upload/moving-uploads";
import { uploadStore } from "@/components/domain/upload/upload-store";
import { feature } from "@/components/registry/feature";
import { uploadActions } from "./upload-actions";
import { UnfinishedHost } from "./unfinished-host";

export const uploadFeature = feature({
  id: "upload",
  messages: ["setting"],
  settingSections: [
    {
      id: "uploadLimits",
      order: 20,
      permission: "dir_upload_max_num",
      words: "setting.upload",
      settings: ["upload"],
      terms: ["upload", "chunk", "tus", "resume"],
      Screen: lazyPart(() => import("./upload-limits")),
    },
  ],
  entryActions: uploadActions,
  panels: [
    panel({
      id: "unfinished",
      order: 20,
      store: isAnythingLeft,
      isShown: (isLeft) => isLeft,
      load: () => import("./unfinished-panel"),
    }),
    panel({
      id: "elsewhere",
      order: 25,
      store: movingUploads,
      isShown: ({ elsewhere }) => elsewhere.length > 0,
      load: () => import("./elsewhere-panel"),
    }),
    panel({
      id: "uploads",
      order: 30,
      store: uploadStore,
      isShown: ({ queue, reading }) => queue.items.length > 0 || reading !== null,
      load: () => import("@/components/domain/upload/upload-panel"),
    }),
  ],
  hosts: [UnfinishedHost],
});
