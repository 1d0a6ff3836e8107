import { z } from "zod";
import type { dockerContract } from "@/lib/contracts/docker";
import type { DiskUse } from "@/lib/contracts/docker-disk";
import { chunked } from "@/lib/shared/chunked";
import { AppError } from "@/lib/shared/errors";
import type { Service } from "@/lib/server/http/service";
import { onHost } from "@/lib/server/process/on-host";
import { runToEnd } from "@/lib/server/process/run-to-end";
import { askDocker } from "./ask-docker";
import { nameAmong } from "./list-containers";

/** The daemon looks at every file for it. */
const measureMs = 5 * 60_000;
/** Who asks again that soon gets the same answer. */
const freshMs = 30_000;
const most = 50;
/** So many are looked at at once. */
const atOnce = 8;
/** Rotated ones have a number behind the name. */
const rotated = ["", ".1", ".2", ".3", ".4"];
const statPaths = ["/usr/bin/stat", "/bin/stat"];

const size = z.number().nullish();
const usage = z.object({
  LayersSize: z.number().nullish(),
  Images: z.array(z.object({ Size: z.number(), SharedSize: z.number(), Containers: z.number() })).nullish(),
  Containers: z
    .array(z.object({ Id: z.string(), Names: z.array(z.string()), State: z.string(), SizeRw: size }))
    .nullish(),
  Volumes: z
    .array(z.object({ Name: z.string(), UsageData: z.object({ Size: z.number(), RefCount: z.number() }).nullish() }))
    .nullish(),
  BuildCache: z.array(z.object({ Size: z.number(), InUse: z.boolean(), Shared: z.boolean() })).nullish(),
});
type Usage = z.output<typeof usage>;

let known: { atMs: number; use: DiskUse } | null = null;
let measuring: Promise<DiskUse> | null = null;

/** One question at a time for everybody: it keeps the daemon, and the disk, busy. */
export const getDiskUse: Service<typeof dockerContract.getDiskUse> = async () => {
  if (known !== null && performance.now() - known.atMs < freshMs) return known.use;
  measuring ??= measure().finally(() => (measuring = null));
  return measuring;
};

async function measure(): Promise<DiskUse> {
  const { data: said } = usage.safeParse(
    await askDocker("", (docker) => docker.df() as Promise<unknown>, { patienceMs: measureMs }), // parsed here
  );
  if (said === undefined) throw new AppError("docker/failed", { name: "" });
  const use = describe(said, await readLogSizes((said.Containers ?? []).map(({ Id }) => Id)));
  known = { atMs: performance.now(), use };
  return use;
}

const sum = (sizes: readonly number[]) => sizes.reduce((all, one) => all + Math.max(0, one), 0);

function describe({ LayersSize, ...said }: Usage, logs: ReadonlyMap<string, number> | null): DiskUse {
  const images = said.Images ?? [];
  const cache = said.BuildCache ?? [];
  const volumes = (said.Volumes ?? []).map(({ Name, UsageData }) => ({
    name: Name,
    bytes: Math.max(0, UsageData?.Size ?? 0),
    is_used: (UsageData?.RefCount ?? 0) > 0,
  }));
  const containers = (said.Containers ?? []).map(({ Id, Names, State, SizeRw }) => ({
    id: Id,
    name: nameAmong({ Id, Names }),
    is_running: ["running", "paused", "restarting"].includes(State),
    written: SizeRw ?? 0,
    log: logs?.get(Id) ?? null,
  }));
  const sizeOf = ({ written, log }: { written: number; log: number | null }) => written + (log ?? 0);
  return {
    measured_at: Date.now(),
    kinds: [
      {
        kind: "containers",
        count: containers.length,
        bytes: sum(containers.map(({ written }) => written)),
        freeable: sum(containers.filter((one) => !one.is_running).map(({ written }) => written)),
      },
      {
        kind: "logs",
        count: logs?.size ?? 0,
        bytes: logs === null ? null : sum([...logs.values()]),
        freeable: null,
      },
      {
        kind: "images",
        count: images.length,
        bytes: LayersSize ?? sum(images.map((one) => one.Size)),
        freeable: sum(
          images.filter((one) => one.Containers === 0).map((one) => one.Size - Math.max(0, one.SharedSize)),
        ),
      },
      {
        kind: "volumes",
        count: volumes.length,
        bytes: sum(volumes.map(({ bytes }) => bytes)),
        freeable: sum(volumes.filter((one) => !one.is_used).map(({ bytes }) => bytes)),
      },
      {
        kind: "cache",
        count: cache.length,
        bytes: sum(cache.map((one) => one.Size)),
        freeable: sum(cache.filter((one) => !one.InUse && !one.Shared).map((one) => one.Size)),
      },
    ],
    containers: containers.toSorted((a, b) => sizeOf(b) - sizeOf(a)).slice(0, most),
    volumes: volumes.toSorted((a, b) => b.bytes - a.bytes).slice(0, most),
  };
}

/** In bytes, by the container's id, of those that Docker writes to files of this machine. Null where there is no way to look at them. */
async function readLogSizes(ids: readonly string[]): Promise<ReadonlyMap<string, number> | null> {
  const paths = new Map<string, string>();
  for (const part of chunked(ids, atOnce))
    await Promise.all(
      part.map(async (id) => {
        const inspected = await askDocker(id, (docker) => docker.getContainer(id).inspect()).catch(() => null);
        if (inspected?.LogPath?.startsWith("/") === true) paths.set(inspected.LogPath, id);
      }),
    );
  const sizes = new Map<string, number>();
  if (paths.size === 0) return ids.length === 0 ? sizes : null;
  for (const part of chunked([...paths.keys()], most)) {
    const files = part.flatMap((path) => rotated.map((end) => `${path}${end}`));
    const command = await onHost(statPaths, ["--format=%s %n", "--", ...files]).catch(() => null);
    if (command === null) return null;
    // Most have no rotated ones, which it says in its code.
    const { output } = await runToEnd(command);
    for (const line of output.split("\n")) {
      const [, bytes = "", file = ""] = /^(\d+) (.+)$/.exec(line) ?? [];
      const id = paths.get(file) ?? paths.get(file.replace(/\.\d$/, ""));
      if (id !== undefined) sizes.set(id, (sizes.get(id) ?? 0) + Number(bytes));
    }
  }
  // A daemon elsewhere has them elsewhere.
  return sizes.size === 0 ? null : sizes;
}
