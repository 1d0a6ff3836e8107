import path from "node:path";
import { afterEach, beforeEach, vi } from "vitest";
import type { RoleCommand } from "@/lib/shared/commands/role-command";
import { isAppError } from "@/lib/shared/errors";
import type { VirtualPath } from "@/lib/shared/paths";
import { findProgram } from "@/lib/server/process/find-program";
import { runBriefly } from "@/lib/server/process/run-briefly";
import type { Ctx } from "@/lib/server/runtime/ctx";
import { findUserActor, forgetActors } from "@/lib/server/session/find-actor";
import { noGrants } from "@/lib/server/session/grants";
import type { Mount } from "@/lib/server/storage/mounts";
import { terminalSetting } from "@/lib/server/terminal/terminal-setting";
import { allTerminals, findTerminal, removeTerminal } from "@/lib/server/terminal/terminals";
import { makeTrashFixture, type TrashFixture } from "@/lib/server/trash/trash-fixture";
import { runCommand } from "./run-command";

export const size = { cols: 120, rows: 24 };
export const folder = "r/work" as VirtualPath;
/** Whether bubblewrap can confine here. */
export const canConfine = process.getuid?.() === 0 && (await findProgram(["/usr/bin/bwrap"])) !== null;

export const keyOf = (work: Promise<unknown>) =>
  work.then(
    () => "done",
    (error: unknown) => (isAppError(error) ? error.key : String(error)),
  );

/** The account of terminals has a way there, and may write. */
const makePlaces =
  'chmod 755 "$1" "$2" && install -d -m 777 "$2/work" && echo "text of a" > "$2/work/a.txt" && chmod 666 "$2/work/a.txt"';

/** For tests: mia, whose role is limited as it is said, and who may write in one folder, with the file a.txt. Anew for each test. */
export function prepareCommands() {
  const given: { fixture: TrashFixture | null; mounts: Mount[]; said: string[] } = {
    fixture: null,
    mounts: [],
    said: [],
  };
  const current = (): TrashFixture => {
    if (given.fixture === null) throw new Error("only within a test");
    return given.fixture;
  };
  const work = () => path.join(current().root, "work");

  beforeEach(async () => {
    given.fixture = await makeTrashFixture();
    const { base, root, ctx } = current();
    const made = await runBriefly("/bin/sh", ["-c", makePlaces, "sh", base, root]);
    if (made.code !== 0) throw new Error(made.said);
    given.mounts = [{ place: work(), access: "write" }];
    vi.spyOn(terminalSetting, "get").mockReturnValue({ ...terminalSetting.get(), account: "nobody" });
    await ctx.db.role.create({ data: { id: "ops", name: "ops", grants: { ...noGrants, auth_list: ["terminal"] } } });
    await ctx.db.user.update({ where: { id: "mia" }, data: { roleId: "ops", grants: noGrants } });
  });
  afterEach(async () => {
    vi.restoreAllMocks();
    await Promise.all(allTerminals().map(removeTerminal));
    // Kept for a while, and of the next test's database there is another.
    forgetActors();
    await current().close();
  });

  async function permit(commands: RoleCommand[] | null, auth_list = ["terminal"]): Promise<void> {
    const { db } = current().ctx;
    await db.role.update({ where: { id: "ops" }, data: { grants: { ...noGrants, auth_list, commands } } });
    forgetActors();
  }

  async function mia(): Promise<Ctx> {
    const { ctx, storage } = current();
    const actor = await findUserActor(ctx.db, "mia");
    if (actor === null) throw new Error("there is no mia");
    const reach = { ...storage, mounts: () => Promise.resolve(given.mounts) };
    return { ...ctx, actor, storage: reach, about: (target) => given.said.push(String(target ?? "")) };
  }

  const begin = async (program: string, ...args: string[]) =>
    runCommand({ folder, program, args, ...size }, await mia());

  async function run(program: string, ...args: string[]) {
    const { id } = await begin(program, ...args);
    const terminal = findTerminal(id, "mia");
    const seen = { text: "" };
    const over = (async () => {
      for await (const bytes of terminal.view(new AbortController().signal)) seen.text += bytes.toString();
    })();
    return { terminal, seen, over };
  }

  async function outputOf(program: string, ...args: string[]): Promise<string> {
    const { seen, over } = await run(program, ...args);
    await over;
    return seen.text;
  }

  return { given, current, work, permit, mia, begin, run, outputOf };
}
