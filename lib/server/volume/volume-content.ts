import { PassThrough, Readable, Transform } from "node:stream";
import { pipeline } from "node:stream/promises";
import type Docker from "dockerode";
import type { volumeContract } from "@/lib/contracts/volume";
import { AppError } from "@/lib/shared/errors";
import { askDocker } from "@/lib/server/docker/ask-docker";
import { successReply } from "@/lib/server/http/answer";
import { bodyOf } from "@/lib/server/http/body-stream";
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
import { spoolBody } from "@/lib/server/storage/spool-body";
import { startTask } from "@/lib/server/task/start-task";
import { assertFits } from "./assert-fits";
import { assertWholeArchive } from "./assert-whole-archive";
import { volumesChanged } from "./follow-volumes";
import { newVolume } from "./new-volume";
import { countSizes, forgetSizes } from "./volume-sizes";
import { insidePath, withVolume } from "./with-volumes";

const ticketPath = (name: string) => `volume:${name}`;
/** Until the daemon has found out what there is to read. */
const patienceMs = 60_000;
const dayMs = 24 * 60 * 60_000;

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
  const body = await spoolBody(bodyOf(wire.req), { folder: dataDir, signal: ctx.signal });
  const counted = countBytes();
  try {
    await assertFits(name, await assertWholeArchive(body.read));
    await withVolume(name, (container) => fill(container, name, { from: body.read(), counted, signal: ctx.signal }));
  } finally {
    await body.release();
    forgetSizes();
    volumesChanged();
  }
  sendReply(wire, successReply({ bytes: body.sizeBytes }));
};

export const cloneVolume: Service<typeof volumeContract.cloneVolume> = async ({ name, to }, ctx) => {
  ctx.about(`${name} → ${to}`);
  assertRoot(ctx.actor);
  await newVolume({ name: to, driver: "local", options: {}, labels: {} });
  volumesChanged();
  return startTask(ctx, {
    kind: "volume-clone",
    title: name,
    input: { name, to },
    steps: [
      {
        path: name,
        run: async ({ signal, onProgress }) => {
          const counted = countBytes((bytes) => onProgress({ files: 0, bytes, current: to }));
          try {
            // What holes hold counts: in the archive between the two they are zeros.
            await assertFits(to, (await countSizes().catch(() => null))?.get(name) ?? null);
            await withVolume(name, (source) =>
              withVolume(to, async (target) => {
                const archive = await openArchive(source, name);
                await fill(target, to, { from: archive, counted, signal });
              }),
            );
          } catch (error) {
            // Half a copy is nothing that anybody would want.
            await askDocker(to, (docker) => docker.getVolume(to).remove()).catch(() => {});
            throw error;
          } finally {
            forgetSizes();
            volumesChanged();
          }
          return { files: 1, bytes: counted.bytes() };
        },
      },
    ],
  });
};

async function openArchive(container: Docker.Container, name: string): Promise<Readable> {
  const stream = await askDocker(
    name,
    (_, abortSignal) => container.getArchive({ path: `${insidePath}/.`, abortSignal }),
    { patienceMs },
  );
  return Readable.prototype.isPrototypeOf(stream) ? (stream as Readable) : new PassThrough().wrap(stream);
}

type Filling = {
  from: AsyncIterable<Buffer> | Readable;
  counted: Transform;
  signal: AbortSignal;
};

/** The daemon unpacks it within the volume, wherever names and links in it would lead. */
async function fill(container: Docker.Container, name: string, { from, counted, signal }: Filling): Promise<void> {
  const source = Readable.from(from, { objectMode: false });
  const arriving = pipeline(source, counted, { signal });
  // What breaks off here, the daemon is told by the end of its request.
  arriving.catch(() => {});
  await askDocker(
    name,
    () => container.putArchive(counted, { path: insidePath, noOverwriteDirNonDir: "true", abortSignal: signal }),
    { patienceMs: dayMs },
  );
  await arriving;
}

type Counting = Transform & { bytes: () => number };

function countBytes(onBytes: (bytes: number) => void = () => {}): Counting {
  let bytes = 0;
  const counting = new Transform({
    transform(chunk: Buffer, _, done) {
      bytes += chunk.length;
      onBytes(bytes);
      done(null, chunk);
    },
  });
  return Object.assign(counting, { bytes: () => bytes });
}
