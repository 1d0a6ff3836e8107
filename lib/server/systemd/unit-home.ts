import { isUtf8 } from "node:buffer";
import { hash } from "node:crypto";
import { AppError } from "@/lib/shared/errors";
import { accountFiles } from "@/lib/server/process/account-files";
import type { HostAccount } from "@/lib/server/process/host-account";
import { assertRoot } from "@/lib/server/runtime/assert-root";
import type { Actor } from "@/lib/server/runtime/ctx";
import { assertScope } from "./assert-scope";
import { wordsOf } from "./ask-systemctl";
import { foldersOf, type UnitFolders } from "./unit-folders";

/** As much as a caller may send. */
const maxText = 64 * 1024;

export type UnitHome = UnitFolders & {
  account: HostAccount | null;
  /** As the account whose units they are: a link in its folders leads nowhere where it may not go itself. */
  files: ReturnType<typeof accountFiles>;
};

/** Where the units of a manager are made. Throws auth/root-only, systemd/no-manager. */
export async function unitHomeOf(scope: string, actor: Pick<Actor, "isRoot">): Promise<UnitHome> {
  // Whoever says what a unit runs is root, or the account.
  assertRoot(actor);
  const account = await assertScope(scope, actor);
  return { account, ...foldersOf(account), files: accountFiles(account) };
}

/** `systemctl edit` has it there as well. */
export const overridePath = (folder: string, unit: string) => `${folder}/${unit}.d/override.conf`;

/** Empty where there is none. Throws systemd/not-text for what an editor would spoil. */
export async function readText({ files }: UnitHome, path: string, unit: string): Promise<string> {
  const bytes = (await orFailed(files.readBytes(path))) ?? Buffer.alloc(0);
  // To systemd a line is UTF-8, or nothing.
  const text = bytes.toString("utf8");
  if (text.length > maxText || text.includes("\0") || !isUtf8(bytes))
    throw new AppError("systemd/not-text", { name: unit });
  return text;
}

type Replaced = { path: string; unit: string; before: string; text: string };

/** An empty text removes the file. Throws systemd/changed where that is no longer what was read. */
export async function replaceText({ files }: UnitHome, { path, unit, before, text }: Replaced): Promise<void> {
  const content = text === "" ? null : text;
  if (!(await orFailed(files.replace({ path, before: Buffer.from(before), content }))))
    throw new AppError("systemd/changed", { name: unit });
}

/** With one end of a line at its end. */
export const asFile = (text: string) => `${text.trimEnd()}\n`;
export const etagOf = (text: string) => hash("sha256", text, "hex");

/** Throws systemd/failed with what the system says. */
export async function orFailed<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (cause) {
    if (cause instanceof AppError) throw cause;
    throw new AppError("systemd/failed", { text: wordsOf(cause instanceof Error ? cause.message : "") }, { cause });
  }
}
