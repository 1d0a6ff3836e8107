import { parseMetadata } from "./tus-headers";
import type { uploadContract } from "@/lib/contracts/upload";
import { getApp } from "@/lib/server/runtime/app";
import { userIdOf, type Ctx } from "@/lib/server/runtime/ctx";
import { sendFile } from "@/lib/server/entries/send-file";
import { bodyOf } from "@/lib/server/http/body-stream";
import type { Exchange } from "@/lib/server/http/exchange";
import { successReply } from "@/lib/server/http/answer";
import { sendReply } from "@/lib/server/http/wire";
import type { ByteService } from "@/lib/server/http/route";
import type { Service } from "@/lib/server/http/service";
import { AppError } from "@/lib/shared/errors";
import { nameOf } from "@/lib/shared/paths";
import { keepOverwritten } from "@/lib/server/trash/keep-overwritten";
import { receiveMany } from "./receive-many";
import * as tus from "./tus-service";
import { uploadSetting } from "./upload-setting";
import { waitForLane } from "./upload-lanes";
import type { UploadGate } from "./upload-gate";
import { describeUnfinished } from "./describe-unfinished";
import { findUpload } from "./upload-rows";
import { runOf, whileSent } from "./note-upload";

/** Whoever is signed in uploads into what the storage allows at this moment. */
function gateOf(ctx: Ctx, run?: string): UploadGate {
  const userId = userIdOf(ctx.actor);
  const { env } = getApp();
  return {
    owner: { kind: "user", id: userId },
    sender: { userId, username: ctx.actor.username },
    storage: ctx.storage,
    db: ctx.db,
    log: ctx.log,
    signal: ctx.signal,
    locationOf: (id) => `${env.basePath}/api/file/tus/${id}`,
    maxBytes: null,
    canJoin: true,
    laneKey: { key: userId },
    overwriting: (path, work) => keepOverwritten(path, { ctx, run }, work),
  };
}

/** Upload-Metadata is the creation's input. A broken one is told by the schema: the fields are missing. */
export function metadataFields(exchange: Exchange): Record<string, unknown> {
  return parseMetadata(exchange.header("upload-metadata"));
}

export const describeTus: ByteService<typeof uploadContract.describeTus> = async (_, __, wire) =>
  tus.describeTus(wire, { maxBytes: null, canJoin: true });

export const createUpload: ByteService<typeof uploadContract.createUpload> = (input, ctx, wire) =>
  tus.createUpload(gateOf(ctx, runOf(wire)), wire, input);

export const headUpload: ByteService<typeof uploadContract.headUpload> = ({ id }, ctx, wire) =>
  tus.headUpload(gateOf(ctx), wire, id);

export const writeUpload: ByteService<typeof uploadContract.writeUpload> = ({ id }, ctx, wire) =>
  tus.writeUpload(gateOf(ctx, runOf(wire)), wire, id);

export const terminateUpload: ByteService<typeof uploadContract.terminateUpload> = ({ id }, ctx, wire) =>
  tus.terminateUpload(gateOf(ctx), wire, id);

export const readUpload: ByteService<typeof uploadContract.readUpload> = async ({ id }, ctx, wire) => {
  const upload = await findUpload(gateOf(ctx), id);
  if (upload?.state !== "done" || upload.path === null) throw new AppError("upload/not-found");
  await sendFile({ path: upload.path, isInline: false, isCached: false }, ctx, wire);
};

export const uploadMany: ByteService<typeof uploadContract.uploadMany> = async (input, ctx, wire) => {
  const gate = gateOf(ctx, runOf(wire));
  const lane = await waitForLane(gate.laneKey, wire, gate);
  try {
    const maxEntries = uploadSetting.get().dirUploadMaxNum;
    const to = { folder: input.to, name: nameOf(input.to) };
    const report = await whileSent({ ctx, wire, to }, () =>
      receiveMany(gate, { ...input, source: bodyOf(wire.req), maxEntries }),
    );
    sendReply(wire, successReply(report));
  } finally {
    lane.leave();
  }
};

/** What the caller can go on with: parts in folders that are gone, or where it may not write any more, are left out. */
export const listUploads: Service<typeof uploadContract.listUploads> = async (_, ctx) => ({
  uploads: await describeUnfinished(gateOf(ctx)),
});
