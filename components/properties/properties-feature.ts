import { IconInfoCircle } from "@tabler/icons-react";
import { oneOnly } from "@/components/domain/action/available";
import { feature } from "@/components/registry/feature";
import { requestDialog } from "@/components/ui/dialog/request-dialog";
import { propertiesRequest } from "./properties-store";

export const propertiesFeature = feature({
  id: "properties",
  messages: ["properties"],
  entryActions: [
    {
      id: "properties",
      icon: IconInfoCircle,
      order: { entries: 180, results: 180 },
      keys: ["Alt+Enter"],
      when: oneOnly,
      run: ({ one }) => one && propertiesRequest.set({ path: one.path }),
    },
  ],
  tasks: [
    {
      kind: "checksum",
      words: "properties.tasks.checksum",
      again: async () => (await import("./properties-again")).checksumAgain,
    },
    {
      kind: "attributes",
      words: "properties.tasks.attributes",
      again: async () => (await import("./properties-again")).attributesAgain,
    },
  ],
  hosts: [
    requestDialog(
      propertiesRequest,
      () => import("./properties-dialog"),
      ({ path }) => path,
    ),
  ],
});
