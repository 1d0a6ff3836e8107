import { mediaContract } from "@/lib/contracts/media";
import { ticketOf } from "@/lib/server/entries/ticket-of";
import { group } from "@/lib/server/group/group";
import { getFacts } from "./get-facts";
import { playMedia } from "./play-media";
import { getPosition, setPosition } from "./positions";
import { getSubtitles } from "./subtitles/get-subtitles";

export const mediaGroup = group({
  name: "media",
  contract: mediaContract,
  json: { getFacts, getSubtitles, getPosition, setPosition },
  bytes: { play: { service: playMedia, ticket: ticketOf } },
});
