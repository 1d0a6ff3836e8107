import { nameOf } from "@/lib/shared/paths";
import { assertMayChange } from "@/lib/server/dav/assert-may-change";
import { answer, childPlace, entryPathOf, placeOf, type DavMethodRun } from "@/lib/server/dav/dav-call";
import { parentOf } from "@/lib/shared/paths";
import { discard } from "@/lib/server/dav/discard";
import { answerFailures } from "@/lib/server/dav/answer-failures";

/** RFC 4918 §9.6. The entry itself goes: a link, not what it leads to. */
export const remove: DavMethodRun = async (call) => {
  const path = entryPathOf(call);
  await call.ctx.storage.entry(path);
  await assertMayChange(call, [{ path, what: "tree" }]);
  const parent = parentOf(path);
  const folder = parent === null ? null : await placeOf(call.ctx.storage, parent);
  const failures = await discard(call.ctx, path, folder === null ? null : childPlace(folder, nameOf(path)));
  if (failures.length > 0) answerFailures(call, failures);
  else answer(call, 204);
};
