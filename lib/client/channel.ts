import type { channels } from "@/lib/contracts/all";
import { createChannels } from "./create-channels";
import { connect } from "./socket";

type Groups = typeof channels;
type Known = { [G in keyof Groups]: Groups[G][keyof Groups[G]] }[keyof Groups];

/** Channels to the server: `openChannel("file/watch", { path }, { onMessage })`. */
export const { openChannel, keepChannel } = createChannels<Known>(connect);
