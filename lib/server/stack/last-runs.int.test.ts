import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import type { DownInputOf } from "@/lib/contracts/channel";
import type { stackChannels } from "@/lib/contracts/stack";
import { keyOf } from "@/lib/server/docker/containers-fixture";
import { undoTries } from "@/lib/server/docker/undo-tries-fixture";
import { allTerminals } from "@/lib/server/terminal/terminals";
import { followOutput } from "./follow-output";
import { removeStack } from "./remove-stack";
import { createStack } from "./stack-files";
import { endOf, stacksProblem, startStacks, type Stacks } from "./stacks-fixture";

const compose = (image = "box") =>
  `services:\n  web:\n    image: ${image}\n    command: /bin/sleep 1000\n    stop_signal: KILL\n    network_mode: none\n`;

describe.skipIf((await stacksProblem()) !== null)("what Compose says of a stack", () => {
  let stacks: Stacks;
  undoTries(() => stacks.daemon);
  const dir = mkdtempSync(path.join(tmpdir(), "filedeck-last-runs-"));
  beforeAll(async () => {
    stacks = await startStacks(dir);
  });
  afterAll(async () => {
    await stacks.close();
    rmSync(dir, { recursive: true, force: true });
  });

  async function look(name: string, user: "root" | "mia" = "root") {
    const stop = new AbortController();
    const seen = { text: "", run: null as DownInputOf<typeof stackChannels.output>["run"], messages: 0 };
    const ctx = { ...(await stacks.daemon.as(user)), signal: stop.signal };
    const following = (async () =>
      followOutput({ name }, ctx, {
        async send({ run, text, is_new }) {
          seen.run = run;
          seen.text = is_new ? text : seen.text + text;
          seen.messages++;
        },
        received: (async function* () {})(),
      }))();
    return { seen, following, leave: () => stop.abort() };
  }

  test("is told as it goes on and afterwards, opens no terminal, and a failure is told with the stack", async () => {
    await createStack({ name: "shop", text: compose(), environment: "" }, await stacks.asRoot());
    const live = await look("shop");
    await vi.waitFor(() => expect(live.seen.messages).toBe(1));
    expect(live.seen.run).toBeNull();
    const before = allTerminals().length;
    await stacks.start("shop", "up");
    await vi.waitFor(() => expect(live.seen.run).toMatchObject({ action: "up", service: null, ended: null }));
    const { text, run } = await endOf("shop");
    expect(run).toMatchObject({ ended: { code: 0, is_canceled: false } });
    expect(text).toMatch(/shop[-_]web[-_]1/);
    await vi.waitFor(() => expect(live.seen).toMatchObject({ text, run }));
    expect(allTerminals()).toHaveLength(before);
    expect(await stacks.rowOf("shop")).toMatchObject({ working: null, failed: null });

    // Nobody has such an image, and there is nowhere to ask for it.
    await createStack({ name: "bad", text: compose("127.0.0.1:9/none:1"), environment: "" }, await stacks.asRoot());
    await stacks.run("bad", "up");
    expect(await stacks.rowOf("bad")).toMatchObject({ working: null, failed: "up" });
    const late = await look("bad");
    await vi.waitFor(() => expect(late.seen.run?.ended?.code).toBeGreaterThan(0));
    expect(late.seen.text).toContain("127.0.0.1:9");

    // Another one may get its name.
    await removeStack({ name: "bad" }, await stacks.asRoot());
    await vi.waitFor(() => expect(late.seen).toMatchObject({ run: null, text: "" }));
    live.leave();
    late.leave();
    await Promise.all([live.following, late.following]);
    await stacks.run("shop", "down");
  }, 180_000);

  test("is for administrators", async () => {
    const { following } = await look("shop", "mia");
    expect(await keyOf(following)).toBe("auth/root-only");
  });
});
