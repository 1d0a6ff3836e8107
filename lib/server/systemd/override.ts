import { hash } from "node:crypto";
import { AppError } from "@/lib/shared/errors";
import { randomId } from "@/lib/shared/units";
import type { systemdContract } from "@/lib/contracts/systemd";
import type { Service } from "@/lib/server/http/service";
import { readHostFile, removeHostFile, writeHostFile } from "@/lib/server/process/host-files";
import { assertRoot } from "@/lib/server/runtime/assert-root";
import { unitsChanged } from "./follow-units";
import { ask, wordsOf } from "./read-units";
import { runSystemd } from "./run-systemctl";

const most = 50;

export const getOverride: Service<typeof systemdContract.getOverride> = async ({ unit }, { actor }) => {
  assertRoot(actor);
  const path = pathOf("/etc/systemd/system", unit);
  const text = (await readHostFile(path)) ?? "";
  return { path, text, etag: etagOf(text) };
};

/** systemd itself looks at the unit as it would be, from a folder of its own that stands before all others. */
export const checkOverride: Service<typeof systemdContract.checkOverride> = async (
  { unit, text },
  { actor, signal },
) => {
  assertRoot(actor);
  const folder = `/run/filedeck-check-${randomId(12)}`;
  const path = pathOf(folder, unit);
  try {
    await writeHostFile(path, text);
    const { said } = await runSystemd("systemd-analyze", ["verify", "--man=no", "--recursive-errors=no", "--", unit], {
      signal,
      env: { SYSTEMD_UNIT_PATH: `${folder}:` },
    });
    // Where the file is now is of no interest to anybody.
    const messages = said.split("\n").map((line) => line.replaceAll(`${path}:`, "").trim());
    return { messages: messages.filter((line) => line !== "").slice(0, most) };
  } finally {
    await removeHostFile(path).catch(() => {}); // what is left goes with the next start of the machine
    await removeHostFile(`${folder}/none`).catch(() => {});
  }
};

export const setOverride: Service<typeof systemdContract.setOverride> = async (
  { unit, text, etag },
  { actor, about },
) => {
  about(unit);
  assertRoot(actor);
  const path = pathOf("/etc/systemd/system", unit);
  const before = (await readHostFile(path)) ?? "";
  if (etagOf(before) !== etag) throw new AppError("systemd/changed", { name: unit });
  const whole = text.trim() === "" ? "" : `${text.trimEnd()}\n`;
  try {
    if (whole === "") await removeHostFile(path);
    else await writeHostFile(path, whole);
  } catch (cause) {
    throw new AppError("systemd/failed", { text: wordsOf(cause instanceof Error ? cause.message : "") }, { cause });
  }
  await ask("", ["daemon-reload"]);
  unitsChanged("");
  return { etag: etagOf(whole) };
};

/** `systemctl edit` has it there as well. */
const pathOf = (folder: string, unit: string) => `${folder}/${unit}.d/override.conf`;
const etagOf = (text: string) => hash("sha256", text, "hex");
