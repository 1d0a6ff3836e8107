import { hash } from "node:crypto";
import type { diskContract } from "@/lib/contracts/disk";
import { AppError, isAppError } from "@/lib/shared/errors";
import { parseFstab } from "@/lib/shared/fstab";
import { randomId } from "@/lib/shared/units";
import type { Service } from "@/lib/server/http/service";
import { hostFiles } from "@/lib/server/process/account-files";
import type { Actor } from "@/lib/server/runtime/ctx";
import { runSystemd } from "@/lib/server/systemd/run-systemctl";
import { mustRunDiskTool, runDiskTool, wordsOf } from "./run-disk-tool";

const path = "/etc/fstab";
const backup = "/etc/fstab.before-filedeck";
const mostMessages = 50;
/** What says when or by whom it is mounted, and nothing about how. */
const notForMount = /^(?:auto|noauto|user|users|group|owner|nofail|defaults|x-.*|_netdev|comment=.*)$/;

const etagOf = (text: string) => hash("sha256", text, "hex");

export const getFstab: Service<typeof diskContract.getFstab> = async (_, { actor }) => {
  assertRoot(actor);
  const text = (await hostFiles.read(path)) ?? "";
  return { path, text, etag: etagOf(text) };
};

export const checkFstab: Service<typeof diskContract.checkFstab> = async ({ text }, { actor }) => {
  assertRoot(actor);
  // The name of a file in a folder of its own, since the folder is removed with it.
  const file = `/run/filedeck-fstab-${randomId(12)}/fstab`;
  try {
    await hostFiles.write(file, text);
    const { code, output, said } = await runDiskTool("findmnt", ["--verify", "--tab-file", file]);
    const lines = `${output}\n${said}`
      .replaceAll(file, path)
      .split("\n")
      .map((line) => line.trimEnd());
    const messages = lines.filter((line) => line.trim() !== "" && !line.startsWith("Success,"));
    return { messages: messages.slice(0, mostMessages), has_errors: code !== 0 };
  } finally {
    await hostFiles.remove(file).catch(() => {}); // what is left goes with the next start of the machine
  }
};

export const setFstab: Service<typeof diskContract.setFstab> = async ({ text, etag }, { actor, about }) => {
  about(path);
  assertRoot(actor);
  const before = (await hostFiles.read(path)) ?? "";
  if (etagOf(before) !== etag) throw new AppError("disk/changed");
  const whole = text.trim() === "" ? "" : `${text.trimEnd()}\n`;
  try {
    await hostFiles.write(backup, before, { newMode: "600" });
    await hostFiles.write(path, whole);
  } catch (cause) {
    throw new AppError("disk/failed", { text: wordsOf(cause instanceof Error ? cause.message : "", "mv") }, { cause });
  }
  await reload();
  return { etag: etagOf(whole), backup };
};

/** systemd makes units of the file; where it does not run, the file is all there is. */
async function reload(): Promise<void> {
  try {
    await runSystemd("systemctl", ["daemon-reload"]);
  } catch (error) {
    if (!isAppError(error)) throw error;
  }
}

export const testFstabLine: Service<typeof diskContract.testFstabLine> = async ({ line }, { actor, about }) => {
  assertRoot(actor);
  const entry = parseFstab(line)[0]?.entry ?? null;
  about(entry === null ? "" : `${entry.source} ${entry.place}`);
  if (entry === null || line.includes("\n") || line.includes("\0"))
    throw new AppError("request/invalid", { field: "line" });
  if (entry.type === "swap" || entry.place === "none" || entry.place === "swap")
    return { outcome: "skipped", said: "" };
  const folder = `/run/filedeck-mount-${randomId(12)}`;
  await mustRunDiskTool("mkdir", ["-m", "700", "--", folder]);
  try {
    const options = entry.options.filter((option) => !notForMount.test(option));
    const { code, said, isLate } = await runDiskTool("mount", [
      "--types",
      entry.type,
      ...(options.length === 0 ? [] : ["--options", options.join(",")]),
      "--source",
      entry.source,
      "--target",
      folder,
    ]);
    if (isLate) return { outcome: "failed", said: "" };
    if (code !== 0) return { outcome: "failed", said: wordsOf(said, "mount").replaceAll(folder, entry.place) };
    return { outcome: "mounted", said: "" };
  } finally {
    // Late or not: nothing of it stays.
    await runDiskTool("umount", ["--no-canonicalize", "--lazy", "--", folder]);
    await runDiskTool("rmdir", ["--", folder]);
  }
};

/** What is mounted at boot, and how, can be a way to everything. */
function assertRoot({ isRoot }: Pick<Actor, "isRoot">): void {
  if (!isRoot) throw new AppError("auth/root-only");
}
