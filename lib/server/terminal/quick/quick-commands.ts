import { storedCommand, type quickCommands, type QuickChild, type QuickCommand } from "@/lib/contracts/quick-commands";
import { AppError } from "@/lib/shared/errors";
import type { Service } from "@/lib/server/http/service";
import { describeChanges } from "@/lib/server/base/describe-changes";
import { maskSecrets } from "@/lib/server/base/mask-secrets";
import { userIdOf, type Ctx } from "@/lib/server/runtime/ctx";
import { findRows, readEach } from "@/lib/server/runtime/read-rows";
import { limits } from "@/lib/server/base/limits";

type Row = QuickChild & { parentId: string | null };

export const listQuickCommands: Service<typeof quickCommands.listQuickCommands> = async (_, ctx) => {
  const { rows, unreadable } = await readRows(ctx);
  return {
    commands: childrenOf(rows, null).map((one) => ({ ...one, children: childrenOf(rows, one.id) })),
    unreadable,
  };
};

async function readRows({ db, actor }: Ctx): Promise<{ rows: Row[]; unreadable: number }> {
  const found = await findRows("quick commands", limits.listedRows, (page) =>
    db.quickCommand.findMany({
      where: { userId: userIdOf(actor) },
      orderBy: [{ position: "asc" }, { id: "asc" }],
      ...page,
    }),
  );
  const { rows, unreadable } = await readEach("quick commands", found.rows, (row) => ({
    ...storedCommand.parse(row),
    parentId: row.parentId,
  }));
  return { rows, unreadable: found.unreadable + unreadable };
}

function childrenOf(rows: readonly Row[], parent: string | null): Row[] {
  return rows.filter(({ parentId }) => parentId === parent);
}

/** As a whole: there are few, and their order is all that ties them. What could not be shown stays. */
export const saveQuickCommands: Service<typeof quickCommands.saveQuickCommands> = async ({ commands }, ctx) => {
  const { db, actor } = ctx;
  const userId = userIdOf(actor);
  const rowOf = ({ id, note, command, way, suffixes }: QuickChild, position: number, parentId: string | null) => ({
    userId,
    id,
    parentId,
    position,
    note,
    command,
    way,
    suffixes,
  });
  const data = commands.flatMap((one: QuickCommand, at) => [
    rowOf(one, at, null),
    ...one.children.map((child, index) => rowOf(child, index, one.id)),
  ]);
  const { rows: before } = await readRows(ctx);
  const shown = before.map(({ id }) => id);
  const linesOf = (list: readonly Pick<QuickChild, "note" | "command" | "way">[]) =>
    list.map(({ note, command, way }) => `${note} (${way}): ${maskSecrets(command)}`);
  ctx.about(null, describeChanges({ commands: linesOf(before) }, { commands: linesOf(data) }));
  await db.$transaction([
    db.quickCommand.deleteMany({ where: { userId, id: { in: [...shown, ...data.map(({ id }) => id)] } } }),
    db.quickCommand.createMany({ data }),
  ]);
  return { commands };
};

/** One of one's own that runs something. */
export async function findQuickCommand(id: string, ctx: Ctx): Promise<QuickChild> {
  const { commands } = await listQuickCommands({}, ctx);
  const found = commands
    .flatMap((one) => (one.children.length > 0 ? one.children : [one]))
    .find((one) => one.id === id && one.command.trim() !== "");
  if (found === undefined) throw new AppError("terminal/no-command");
  return found;
}
