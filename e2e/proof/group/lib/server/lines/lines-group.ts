import { linesChannels, linesContract } from "@/lib/contracts/lines";
import { ticketOf } from "@/lib/server/entries/ticket-of";
import { settingServices } from "@/lib/server/group/define-setting";
import { defineTask } from "@/lib/server/group/define-task";
import { group } from "@/lib/server/group/group";
import { serveChannels } from "@/lib/server/realtime/serve-channels";
import { countLines } from "./count-lines";
import { followLines } from "./follow-lines";
import { linesSetting } from "./lines-setting";
import { numberLines } from "./number-lines";
import { sumLines } from "./sum-lines";

export const linesGroup = group({
  name: "lines",
  contract: linesContract,
  json: { countLines, sumLines, ...settingServices("Lines", linesSetting) },
  bytes: { numberLines: { service: numberLines, ticket: ticketOf } },
  channels: serveChannels(linesChannels, { follow: followLines }),
  tasks: [defineTask({ kind: "lines", access: "file_read" })],
  settings: [linesSetting],
});
