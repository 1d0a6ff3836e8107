import { panel } from "@/components/domain/transfer/panel";
import { unfinishedStore } from "@/components/domain/upload/unfinished-store";
import { uploadStore } from "@/components/domain/upload/upload-store";
import { feature } from "@/components/registry/feature";
import { useStore } from "@/components/ui/use-store";
import { UnfinishedHost } from "./unfinished-host";

export const uploadFeature = feature({
  id: "upload",
  panels: [
    panel({
      id: "unfinished",
      order: 20,
      useIsShown: () => useStore(unfinishedStore).length > 0,
      load: () => import("./unfinished-panel"),
    }),
    panel({
      id: "uploads",
      order: 30,
      useIsShown: () => {
        const { queue, reading } = useStore(uploadStore);
        return queue.items.length > 0 || reading !== null;
      },
      load: () => import("@/components/domain/upload/upload-panel"),
    }),
  ],
  hosts: [UnfinishedHost],
});
