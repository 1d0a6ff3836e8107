import type { terminalContract } from "@/lib/contracts/terminal";
import type { Service } from "@/lib/server/http/service";
import { folderOnDisk } from "@/lib/server/storage/folder-on-disk";
import { openOwnTerminal } from "./open-own";

export const openTerminal: Service<typeof terminalContract.openTerminal> = async ({ folder, cols, rows }, ctx) => {
  const cwd = folder === null ? null : await folderOnDisk(ctx.storage, folder);
  const terminal = await openOwnTerminal(ctx, { cwd, size: { cols, rows } });
  ctx.about(folder ?? terminal.info().program);
  return { id: terminal.id };
};
