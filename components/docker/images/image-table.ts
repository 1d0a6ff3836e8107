import { keepChannel } from "@/lib/client/channel";
import { createLiveTable } from "@/lib/client/live-rows";
import type { ImageRow } from "@/lib/contracts/docker-images";

/** The images of this machine, live. */
export const imageTable = createLiveTable<ImageRow>((hear, end) => keepChannel("docker/images", {}, hear, end));
