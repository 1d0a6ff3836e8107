import { AppError } from "@/lib/shared/errors";
import { assertMayChange } from "@/lib/server/dav/assert-may-change";
import { answer, assertParent, entryPathOf, findEntry, type DavMethodRun } from "@/lib/server/dav/dav-call";

/** RFC 4918 §9.3. A body has no meaning and is refused. */
export const mkcol: DavMethodRun = async (call) => {
  const path = entryPathOf(call);
  const { req } = call.wire;
  if (Number(req.headers["content-length"] ?? 0) > 0 || req.headers["transfer-encoding"] !== undefined)
    throw new AppError("dav/body");
  const { storage } = call.ctx;
  if ((await findEntry(storage, path)) !== null) throw new AppError("dav/method", { method: "MKCOL" });
  await assertParent(storage, path);
  await assertMayChange(call, [{ path, what: "name" }]);
  await storage.createFolder(path);
  answer(call, 201);
};
