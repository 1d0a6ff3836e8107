import type { terminalContract } from "@/lib/contracts/terminal";
import { AppError } from "@/lib/shared/errors";
import type { Service } from "@/lib/server/http/service";
import { userIdOf } from "@/lib/server/runtime/ctx";
import { folderOnDisk } from "@/lib/server/storage/folder-on-disk";
import { quotePath } from "./quote-path";
import { findTerminal } from "./terminals";

/** Typed as somebody would, with a space before it that keeps it out of most shells' history. */
export const moveTerminal: Service<typeof terminalContract.moveTerminal> = async ({ id, folder }, ctx) => {
  const terminal = findTerminal(id, userIdOf(ctx.actor));
  if (!terminal.hasPaths) throw new AppError("storage/unsupported");
  const place = await folderOnDisk(ctx.storage, folder);
  const line = ` cd -- ${quotePath(place)}\r`;
  if (terminal.info().place === place) return { outcome: "there" };
  if (!terminal.isReady()) return { outcome: "busy" };
  await terminal.write(line, ctx.signal);
  return { outcome: "moved" };
};
