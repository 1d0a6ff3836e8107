import type { diskContract } from "@/lib/contracts/disk";
import { AppError, isAppError } from "@/lib/shared/errors";
import { parseFstab } from "@/lib/shared/fstab";
import { randomId } from "@/lib/shared/units";
import { describeChanges } from "@/lib/server/base/describe-changes";
import { maskSecrets } from "@/lib/server/base/mask-secrets";
import type { Service } from "@/lib/server/http/service";
import { hostFiles } from "@/lib/server/process/account-files";
import { editedBytes } from "@/lib/server/process/editable-file";
import type { Actor } from "@/lib/server/runtime/ctx";
import { runSystemd } from "@/lib/server/systemd/run-systemctl";
import { readFstab, saveFstab } from "./fstab-file";
import { mustRunDiskTool, runDiskTool, wordsOf } from "./run-disk-tool";

const file = { path: "/etc/fstab", backup: "/etc/fstab.before-filedeck" };
const mostMessages = 50;
/** What says when or by whom it is mounted, and nothing about how. */
const notForMount = /^(?:auto|noauto|user|users|group|owner|nofail|defaults|x-.*|_netdev|comment=.*)$/;

export const getFstab: Service<typeof diskContract.getFstab> = async (_, { actor }) => {
  assertRoot(actor);
  const { path, text, etag } = await readFstab(file);
  return { path, text, etag };
};

export const checkFstab: Service<typeof diskContract.checkFstab> = async ({ text }, { actor }) => {
  assertRoot(actor);
  // The name of a file in a folder of its own, since the folder is removed with it.
  const draft = `/run/filedeck-fstab-${randomId(12)}/fstab`;
  try {
    await hostFiles.write(draft, editedBytes(await readFstab(file), text));
    const { code, output, said } = await runDiskTool("findmnt", ["--verify", "--tab-file", draft]);
    const lines = `${output}\n${said}`
      .replaceAll(draft, file.path)
      .split("\n")
      .map((line) => line.trimEnd());
    const messages = lines.filter((line) => line.trim() !== "" && !line.startsWith("Success,"));
    return { messages: messages.slice(0, mostMessages), has_errors: code !== 0 };
  } finally {
    await hostFiles.remove(draft).catch(() => {}); // what is left goes with the next start of the machine
  }
};

export const setFstab: Service<typeof diskContract.setFstab> = async ({ text, etag }, { actor, about }) => {
  about(file.path);
  assertRoot(actor);
  const linesOf = (content: string) => content.split("\n").map((line) => maskSecrets(line.trim()));
  about(null, describeChanges({ lines: linesOf((await readFstab(file)).text) }, { lines: linesOf(text) }));
  const saved = await saveFstab(file, { text, etag });
  await reload();
  return { etag: saved, backup: file.backup };
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
