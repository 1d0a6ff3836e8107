import type { App } from "@/lib/server/runtime/app";
import { createKernelFiles, type KernelFiles } from "@/lib/server/machine/kernel-files";
import { readCounters } from "@/lib/server/machine/read-counters";
import { readSpace } from "@/lib/server/machine/read-space";
import { createRecorder, type Recorder } from "./history/recorder";
import { createSurroundings } from "./look-around";
import { createSampler, type Known, type Sampler } from "./sampler";
import { AppError } from "@/lib/shared/errors";

type Running = { sampler: Sampler; recorder: Recorder; files: KernelFiles };

let running: Running | null = null;

/** What the one sampler of this server, and its history, are. Throws before the server has started. */
export function runningMetrics(): Running {
  if (running === null) throw new Error("not started");
  return running;
}

/** What was read last. Throws request/busy in the moment after the start in which nothing was. */
export function knownFigures(): Known {
  const known = runningMetrics().sampler.known();
  if (known === null) throw new AppError("request/busy");
  return known;
}

/** What the database's own reserve needs to come back once it was given up (db/ballast.ts): the history leaves as much. */
const spared = { bytes: 64 * 1024 * 1024, share: 1 / 16 };

export function startMetrics({ db, env, log }: App): void {
  const files = createKernelFiles();
  const recorder = createRecorder({
    db,
    hasRoom: async () => {
      const { availableBytes, totalBytes } = await readSpace(env.dataDir);
      return availableBytes > Math.min(spared.bytes, totalBytes * spared.share);
    },
    onFailure: (error) => log.warn({ err: error }, "the history of the machine’s figures could not be written"),
  });
  const look = createSurroundings();
  const sampler = createSampler({
    readCounters: () => readCounters(files),
    lookAround: async (isWatched) => {
      const around = await look(isWatched);
      if (around.processes.length > 0) recorder.addProcesses(Date.now(), around.processes);
      return around;
    },
    onReading: (reading) => recorder.add(reading),
    onFailure: (error) => log.warn({ err: error }, "the machine’s figures could not be read"),
  });
  running = { sampler, recorder, files };
  void sampler.start(); // it tells its own failures
}

export async function stopMetrics(): Promise<void> {
  running?.sampler.stop();
  running?.files.close();
  await running?.recorder.end();
}
