import type { fileContract } from "@/lib/contracts/file";
import { AppError } from "@/lib/shared/errors";
import { parseVirtualPath, type VirtualPath } from "@/lib/shared/paths";
import { getApp } from "@/lib/server/runtime/app";
import type { Exchange } from "@/lib/server/http/exchange";
import { findTicketHolder } from "@/lib/server/http/gate";
import type { ByteService } from "@/lib/server/http/route";
import { sendFile } from "@/lib/server/entries/send-file";
import { sendArchive } from "./send-archive";
import { brandSetting } from "@/lib/server/appearance/appearance-settings";
import { zipName } from "./zip-name";

/** One file with ranges; several entries, or a folder, as an archive made while it is sent. */
export const download: ByteService<typeof fileContract.download> = async (input, ctx, wire) => {
  const files = input.token === undefined ? input.file : await ticketPaths(wire.exchange, input.token, input.file);
  const [only] = files;
  if (only === undefined) throw new AppError("request/invalid", { field: "file", problem: "missing" });
  const stat = files.length === 1 ? await ctx.storage.stat(only) : null;
  if (stat?.kind === "file" && input.format === undefined) {
    return sendFile(
      { path: only, isInline: input.inline, isCached: input.cache && input.mtime !== undefined },
      ctx,
      wire,
    );
  }
  const roots = await ctx.storage.roots();
  const name = zipName(files, {
    titleOf: (root) => roots.find(({ id }) => id === root)?.note ?? root,
    ownName: brandSetting.get().name,
  });
  const format = input.format ?? "zip";
  return sendArchive({ files, name: name.replace(/zip$/, format), format }, ctx, wire);
};

async function ticketPaths(exchange: Exchange, ticket: string, files: readonly VirtualPath[]): Promise<VirtualPath[]> {
  const { paths } = await findTicketHolder(getApp(), exchange, { ticket, paths: files });
  return paths.map(parseVirtualPath).filter((path) => path !== null);
}
