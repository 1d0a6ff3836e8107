import { AppError } from "@/lib/shared/errors";
import { userIdOf } from "@/lib/server/runtime/ctx";
import { assertMayChange } from "@/lib/server/dav/assert-may-change";
import { entryPathOf, type DavMethodRun } from "@/lib/server/dav/dav-call";
import { parseUpdateRange, writePart } from "@/lib/server/dav/write-part";
import { waitForLane } from "@/lib/server/upload/upload-lanes";

const partialType = "application/x-sabredav-partialupdate";

/** sabre.io's partial update: changes bytes of a file that is there. */
export const patch: DavMethodRun = async (call) => {
  const { ctx, wire } = call;
  const path = entryPathOf(call);
  if (wire.exchange.header("content-type")?.split(";", 1)[0]?.trim() !== partialType) throw new AppError("dav/body");
  const range = parseUpdateRange(wire.exchange.header("x-update-range"));
  const { kind } = await ctx.storage.stat(path);
  if (kind !== "file") throw new AppError("file/not-file");
  const lane = await waitForLane({ key: userIdOf(ctx.actor) }, wire, ctx);
  try {
    const { ifMatch } = await assertMayChange(call, [{ path, what: "content" }]);
    await writePart(call, { range, ifMatch });
  } finally {
    lane.leave();
  }
};
