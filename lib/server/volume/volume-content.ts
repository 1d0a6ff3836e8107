import type { volumeContract } from "@/lib/contracts/volume";
import { AppError } from "@/lib/shared/errors";
import { createTurns } from "@/lib/server/base/turns";
import { askDocker } from "@/lib/server/docker/ask-docker";
import { successReply } from "@/lib/server/http/answer";
import { bodyOf } from "@/lib/server/http/body-stream";
import { holderOf } from "@/lib/server/http/holder-of";
import type { Exchange } from "@/lib/server/http/exchange";
import type { ByteService } from "@/lib/server/http/route";
import { sent, writeOut } from "@/lib/server/http/send-bytes";
import type { Service } from "@/lib/server/http/service";
import { sendReply } from "@/lib/server/http/wire";
import { getApp } from "@/lib/server/runtime/app";
import { assertRoot } from "@/lib/server/runtime/assert-root";
import type { Ctx } from "@/lib/server/runtime/ctx";
import { findActorNow } from "@/lib/server/session/find-actor";
import { makeTicket } from "@/lib/server/session/ticket";
import { spoolBody, type SpooledBody } from "@/lib/server/storage/spool-body";
import { startTask } from "@/lib/server/task/start-task";
import { assertFits } from "./assert-fits";
import { volumesChanged } from "./follow-volumes";
import { makeWhole } from "./make-whole";
import { countBytes, fill, openArchive } from "./move-archive";
import { assertNoVolume } from "./new-volume";
import { readIncoming } from "./read-incoming";
import { takeTop } from "./take-top";
import { tryArchive } from "./try-archive";
import { countSizes, forgetSizes } from "./volume-sizes";
import { withVolume } from "./with-volumes";

/** One is as large as its volume, and nothing of it is read before its turn. */
const importing = createTurns({ atOnce: 4, inAll: 8, maxWaiting: 10, maxWaitMs: 60_000 });

const ticketPath = (name: string) => `volume:${name}`;

export const ticketVolume: Service<typeof volumeContract.ticketVolume> = ({ name }, { actor }) => {
  assertRoot(actor);
  if (actor.sessionId === null) throw new AppError("auth/forbidden", { permission: "session" });
  return Promise.resolve({ ticket: makeTicket(getApp().keys, actor.sessionId, [ticketPath(name)]).ticket });
};

/** Of a download's address. */
export function volumeTicketOf({
  query,
  pathname,
}: Exchange): { ticket: string; paths: readonly string[] } | undefined {
  const ticket = query.find(([key]) => key === "token")?.[1];
  const name = /\/volume\/([^/]+)\/export$/.exec(pathname)?.[1];
  return ticket === undefined || name === undefined ? undefined : { ticket, paths: [ticketPath(name)] };
}

/** Asked while bytes are on their way: the permission alone would not say it. */
export async function isStillRoot(_: unknown, { actor, db }: Ctx): Promise<boolean> {
  return (await findActorNow(db, actor))?.isRoot === true;
}

export const exportVolume: ByteService<typeof volumeContract.exportVolume> = async ({ name }, ctx, { res }) => {
  ctx.about(name);
  assertRoot(ctx.actor);
  await withVolume(name, async (container) => {
    const archive = await openArchive(container, name);
    try {
      res.writeHead(200, {
        "content-type": "application/x-tar",
        "content-disposition": `attachment; filename="${name}.tar"`,
        "cache-control": "no-store",
        "x-content-type-options": "nosniff",
      });
      for await (const chunk of archive) if (!(await writeOut(res, chunk as Buffer, ctx.signal))) return; // without an encoding these are bytes
      res.end();
      await sent(res);
    } finally {
      archive.destroy();
      // Cut off in the middle it must not look whole.
      if (!res.writableEnded) res.destroy();
    }
  });
};

export const importVolume: ByteService<typeof volumeContract.importVolume> = async ({ name }, ctx, wire) => {
  ctx.about(name);
  assertRoot(ctx.actor);
  // One that is not there is told of before anything is sent.
  await askDocker(name, (docker, abortSignal) => docker.getVolume(name).inspect({ abortSignal }));
  // The daemon writes over what is there as it reads: nothing of it is touched before all has come, and is seen to be whole.
  const { dataDir } = getApp().env;
  const leave = await importing(holderOf(ctx), ctx.signal);
  let body: SpooledBody | null = null;
  const counted = countBytes();
  try {
    body = await spoolBody(bodyOf(wire.req), { folder: dataDir, signal: ctx.signal });
    const incoming = await readIncoming(body.read);
    await assertFits(name, incoming.sizeBytes);
    await tryArchive(name, incoming, ctx.signal);
    await withVolume(name, async (container) => {
      await fill(container, name, { from: incoming.whole(), counted, signal: ctx.signal });
      await takeTop(container, name, { from: incoming.names(), signal: ctx.signal });
    });
  } finally {
    await body?.release();
    leave();
    forgetSizes();
    volumesChanged();
  }
  sendReply(wire, successReply({ bytes: body.sizeBytes }));
};

export const cloneVolume: Service<typeof volumeContract.cloneVolume> = async ({ name, to }, ctx) => {
  ctx.about(`${name} → ${to}`);
  assertRoot(ctx.actor);
  await assertNoVolume(to);
  return startTask(ctx, {
    kind: "volume-clone",
    title: name,
    input: { name, to },
    steps: [
      {
        path: name,
        run: async ({ signal, onProgress }) => {
          const counted = countBytes((bytes) => onProgress({ files: 0, bytes, current: to }));
          await copyVolume({ name, to, counted, signal });
          return { files: 1, bytes: counted.bytes() };
        },
      },
    ],
  });
};

type Copying = { name: string; to: string; counted: ReturnType<typeof countBytes>; signal: AbortSignal };

async function copyVolume({ name, to, counted, signal }: Copying): Promise<void> {
  // What holes hold counts: in the archive between the two they are zeros. It may take long, and nothing unfinished waits for it.
  const sizeBytes = (await countSizes().catch(() => null))?.get(name) ?? null;
  try {
    await makeWhole(to, async (whole) => {
      volumesChanged();
      await assertFits(to, sizeBytes);
      await withVolume(to, async (target) => {
        await withVolume(name, async (source) => {
          await fill(target, to, { from: await openArchive(source, name), counted, signal });
          const again = await openArchive(source, name);
          await takeTop(target, to, { from: again as AsyncIterable<Buffer>, signal }).finally(() => again.destroy()); // without an encoding
        });
        await whole();
      });
    });
  } finally {
    forgetSizes();
    volumesChanged();
  }
}
