import type { sshContract } from "@/lib/contracts/ssh";
import type { Service } from "@/lib/server/http/service";
import { openWatched } from "@/lib/server/terminal/open-watched";
import { connectTo } from "./connections";
import { folderOnHost } from "./folder-on-host";
import { assertWholeHost } from "./host-roots";
import { findHost } from "./hosts";
import { openSession } from "./open-session";
import { openRemoteShell } from "./remote-shell";

export const openHostTerminal: Service<typeof sshContract.openHostTerminal> = async (
  { id, folder, cols, rows },
  ctx,
) => {
  const { actor, db, signal, about } = ctx;
  const { name, startFolder, startCommand } = await findHost(db, actor, id);
  about(name);
  assertWholeHost({ id, name }, actor);
  const size = { cols, rows };
  const begin = folder === null ? startFolder : await folderOnHost(id, folder, ctx.storage);
  const terminal = await openWatched(ctx, {
    access: "ssh_proxy",
    hostId: id,
    size,
    open: async () => {
      const connection = await connectTo(ctx, { hostId: id, person: null, signal });
      return openSession(connection, (one) =>
        openRemoteShell({ connection: one, startFolder: begin, startCommand, size }),
      );
    },
  });
  return { id: terminal.id };
};
