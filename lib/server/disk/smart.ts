import type { diskContract, Smart } from "@/lib/contracts/disk";
import { AppError } from "@/lib/shared/errors";
import type { Service } from "@/lib/server/http/service";
import { parseSmart } from "@/lib/server/machine/disks/parse-smart";
import { disks } from "./disk-reader";
import { hasDiskTool, runDiskTool, wordsOf } from "./run-disk-tool";

const keptMs = 300_000;
const answerMs = 30_000;
const mostKept = 200;

/** By device; a disk is asked once for all who wait. */
const kept = new Map<string, { told: Promise<Smart>; untilMs: number }>();

export const getSmart: Service<typeof diskContract.getSmart> = async ({ device, fresh }) => {
  const path = await pathOf(device);
  const known = kept.get(path);
  if (known !== undefined && !fresh && performance.now() < known.untilMs) return known.told;
  const told = ask(path);
  if (kept.size >= mostKept) kept.clear();
  kept.set(path, { told, untilMs: performance.now() + keptMs });
  told.catch(() => kept.delete(path));
  return told;
};

export const testDisk: Service<typeof diskContract.testDisk> = async ({ device, kind }, { about }) => {
  const path = await pathOf(device);
  about(`${path} ${kind}`);
  await assertSmartctl();
  const { code, output, isLate } = await runDiskTool("smartctl", ["--test", kind, "--", path], { ms: answerMs });
  kept.delete(path);
  if (isLate) throw new AppError("sys/slow");
  if (code !== 0)
    throw new AppError("disk/failed", { text: wordsOf(output.trim().split("\n").at(-1) ?? "", "smartctl") });
  return {};
};

async function ask(path: string): Promise<Smart> {
  await assertSmartctl();
  // Only disks that turn already are asked.
  const { output, isLate } = await runDiskTool("smartctl", ["--json", "--all", "--nocheck=standby", "--", path], {
    ms: answerMs,
  });
  if (isLate) throw new AppError("sys/slow");
  try {
    // Its exit code is a set of bits about the disk, and no matter of its own failure.
    return { ...parseSmart(output), at: Date.now() };
  } catch (cause) {
    throw new AppError("disk/failed", { text: wordsOf(output, "smartctl") }, { cause });
  }
}

async function assertSmartctl(): Promise<void> {
  if (!(await hasDiskTool("smartctl"))) throw new AppError("disk/no-smartctl");
}

/** Only of a disk that is known. Throws disk/no-device. */
async function pathOf(id: string): Promise<string> {
  const found = (await disks.read()).find((volume) => volume.id === id && volume.device?.type === "disk");
  if (found === undefined) throw new AppError("disk/no-device", { name: id });
  return found.source;
}
