import { afterAll, beforeAll, vi } from "vitest";
import { isAppError } from "@/lib/shared/errors";
import { emptyService, serviceText } from "@/lib/shared/unit-text";
import { run } from "@/lib/server/process/systemd-fixture";
import { actorOf, makeTrashFixture, type TrashFixture } from "@/lib/server/trash/trash-fixture";
import { createUnits } from "./create-units";

export const unitFolder = "/etc/systemd/system";
export const sleeper = serviceText({ ...emptyService, command: "/bin/sleep 600" }, "");

/** The key of the failure that the work ends with, or `done`. */
export const keyOf = (work: Promise<unknown>) =>
  work.then(
    () => "done",
    (error: unknown) => (isAppError(error) ? error.key : String(error)),
  );

export const systemctl = (...args: string[]) => run("systemctl", args).then(({ stdout }) => stdout.trim());
export const show = (unit: string, property: string) =>
  systemctl("show", "--value", `--property=${property}`, "--", unit);

/** What calls about units need, for the tests of a file. */
export function withUnitFixture() {
  let fixture: TrashFixture;
  beforeAll(async () => {
    fixture = await makeTrashFixture();
  });
  afterAll(() => fixture.close());
  const ctxOf = (isRoot = true) => ({ ...fixture.ctx, actor: actorOf("mia", isRoot), about: vi.fn() });
  const make = (unit: string, text: string, begin: "nothing" | "enable-now" = "nothing") =>
    createUnits({ scope: "", units: [{ unit, text }], begin }, ctxOf());
  return { ctxOf, make };
}
