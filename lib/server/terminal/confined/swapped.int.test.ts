import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import pino from "pino";
import { isAppError } from "@/lib/shared/errors";
import { afterEach, beforeEach, expect, test } from "vitest";
import { limits } from "@/lib/server/base/limits";
import type { PinnedMount } from "@/lib/server/process/jail/jail-plan";
import { launchBwrap } from "@/lib/server/process/jail/launch-bwrap";
import { stagePlace } from "@/lib/server/process/jail/stage-place";
import { openPiped } from "@/lib/server/process/open-piped";
import { findOsUser } from "@/lib/server/process/os-user";
import { swapForLinks } from "@/lib/server/process/swap-fixture";
import { usrLinks } from "@/lib/server/process/usr-links";
import type { Mount } from "@/lib/server/storage/mounts";
import { pinMounts } from "@/lib/server/storage/pin-mounts";
import { stageBase } from "./confine";
import { jailLimits } from "./jail-limits";
import { openConfined } from "./open-confined";

const user = findOsUser("nobody") ?? { name: "nobody", uid: 65_534, gid: 65_534, home: "/" };
const log = pino({ level: "silent" });
const cannot = process.getuid?.() !== 0 || !existsSync("/usr/bin/bwrap");
let base: string;
let stopSwapping = async () => {};

beforeEach(() => {
  base = mkdtempSync(path.join(tmpdir(), "filedeck-swapped-"));
  chmodSync(base, 0o755);
  for (const name of ["own", "own/inner", "neighbour", "neighbour/inner"]) {
    mkdirSync(path.join(base, name));
    chmodSync(path.join(base, name), 0o777);
    writeFileSync(path.join(base, name, "file.txt"), `in ${name}`);
  }
});
afterEach(async () => {
  await stopSwapping();
  rmSync(base, { recursive: true, force: true });
});

function swap(name: string, target: string): void {
  stopSwapping = swapForLinks(path.join(base, name), path.join(base, target));
}

const at = (name: string, access: Mount["access"]): Mount => ({ place: path.join(base, name), access });

/** What stands in a file of the stage; null where there was none. */
async function readStaged(mounts: readonly PinnedMount[], file: string): Promise<string | null> {
  const { temporaryBytes, runBytes } = limits.confined;
  const jail = jailLimits("mia", log);
  const launch = launchBwrap(
    {
      user,
      isRoot: true,
      mounts,
      base: stageBase(usrLinks()),
      sizes: { temporaryBytes, runBytes },
      limits: jail.limits,
      filter: null,
      // Instead of it: what is there is read where it was staged.
      bwrap: "/bin/sh",
      args: ["-c", `echo "[$(cat ${stagePlace}${path.join(base, file)} 2>&1)]"`],
      begin: [],
      ready: "ready",
      input: null,
    },
    [],
  );
  const pty = await openPiped({ ...launch, env: {}, uid: user.uid, isWrapper: true });
  let said = "";
  await new Promise<void>((resolve) =>
    pty.listen({ data: (piece) => (said += piece.toString()), exit: () => resolve() }),
  );
  jail.release();
  if (/is not what it was|openat2/.test(said)) return null;
  return /ready\n\[([^]*)\]\n$/.exec(said)?.[1] ?? said;
}

async function readMany(times: number, mounts: readonly PinnedMount[], file: string): Promise<(string | null)[]> {
  const found: (string | null)[] = [];
  while (found.length < times) found.push(...(await Promise.all([1, 2, 3].map(() => readStaged(mounts, file)))));
  return found;
}

test.skipIf(cannot)(
  "a folder that is swapped for a link to another, again and again, is bound as itself or not at all",
  async () => {
    const mounts = await pinMounts([at("own", "write")]);
    expect(await readStaged(mounts, "own/file.txt")).toBe("in own");
    swap("own", "neighbour");
    const found = await readMany(60, mounts, "own/file.txt");
    expect(new Set(found)).toEqual(new Set([null, "in own"]));
  },
  120_000,
);

test.skipIf(cannot)(
  "so is one inside of another, and one that is to be nothing never shows its content",
  async () => {
    const read = await pinMounts([at("own", "write"), at("own/inner", "read")]);
    const none = await pinMounts([at("own", "write"), at("own/inner", "none")]);
    swap("own/inner", "neighbour");
    // By its name there may be a link by then, which leads nowhere from inside; what is mounted is so at the folder, wherever it was moved.
    const isNothing = (said: string | null) => said === null || said.includes("No such file");
    const seen = await readMany(30, read, "own/inner/file.txt");
    expect(seen.filter((said) => said !== "in own/inner" && !isNothing(said))).toEqual([]);
    const hidden = [
      ...(await readMany(18, none, "own/inner/file.txt")),
      ...(await readMany(18, none, "own/inner.kept/file.txt")),
    ];
    expect(hidden.filter((said) => !isNothing(said))).toEqual([]);
  },
  120_000,
);

test.skipIf(cannot)("another folder of the same name is refused", async () => {
  const mounts = await pinMounts([at("own", "write")]);
  rmSync(path.join(base, "own"), { recursive: true });
  // The number of what is gone may be given again: one more in between.
  mkdirSync(path.join(base, "between"));
  mkdirSync(path.join(base, "own"));
  expect(await readStaged(mounts, "own/file.txt")).toBeNull();
});

test.skipIf(cannot)(
  "a shell begins in its own folder, or is refused",
  async () => {
    swap("own", "neighbour");
    const results = new Set<string>();
    for (let time = 0; time < 40; time++) {
      const said = await openConfined({
        user,
        program: "/bin/cat",
        args: [path.join(base, "own/file.txt")],
        env: {},
        open: openPiped,
        mounts: [at("own", "write")],
        hasNetwork: false,
        cwd: null,
        size: { cols: 80, rows: 24 },
        log,
        userId: "mia",
      }).then(
        async (source) => {
          let text = "";
          await new Promise<void>((resolve) =>
            source.listen({ data: (piece) => (text += piece.toString()), exit: () => resolve() }),
          );
          await source.end();
          return text;
        },
        (error: unknown) => (isAppError(error) ? error.key : "another failure"),
      );
      results.add(said);
    }
    // Where bubblewrap was refused Landlock is tried, whose launcher meets the link as well, or for a moment neither the folder nor a link.
    const isRefused = (said: string) =>
      said === "terminal/unconfined" || /^(?:openat2 )?\S+(?:: errno (?:2|40)| is not what it was)\s*$/.test(said);
    expect([...results].filter((said) => said !== "in own" && !isRefused(said))).toEqual([]);
  },
  120_000,
);

test.skipIf(cannot)("there is a limit to how many places it may have", async () => {
  const mounts = Array.from({ length: limits.confined.mounts + 1 }, () => at("own", "write"));
  await expect(
    openConfined({
      user,
      program: "/bin/true",
      args: [],
      env: {},
      open: openPiped,
      mounts,
      hasNetwork: false,
      cwd: null,
      size: { cols: 80, rows: 24 },
      log,
      userId: "mia",
    }),
  ).rejects.toMatchObject({ key: "terminal/too-many-folders" });
});
