import path from "node:path";
import { previewContract } from "@/lib/contracts/preview";
import { limits } from "@/lib/server/base/limits";
import { ticketOf } from "@/lib/server/entries/ticket-of";
import { group } from "@/lib/server/group/group";
import { endWorkers } from "@/lib/server/process/decoder/decode";
import { openPreviewStore } from "@/lib/server/storage/preview-store";
import { getFacts } from "./get-facts";
import { closeStore, keepIn } from "./kept-previews";
import { sendThumbnail } from "./send-thumbnail";

export const previewGroup = group({
  name: "preview",
  contract: previewContract,
  json: { facts: getFacts },
  bytes: { thumbnail: { service: sendThumbnail, ticket: ticketOf } },
  onStart: async ({ env }) => {
    keepIn(openPreviewStore(path.join(env.dataDir, "previews.db"), limits.previews.kept.bytes));
  },
  onStop: async () => {
    endWorkers();
    closeStore();
  },
});
