// How long others wait for their turn of the event loop while something large goes on.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, openSync, writeFileSync } from "node:fs";
import path from "node:path";
import pino from "pino";
import { limits } from "@/lib/server/base/limits";
import { createPace } from "@/lib/server/base/next-slice";
import { spin } from "@/lib/server/base/turns-fixture";
import { makeDbFixture } from "@/lib/server/db/db-fixture";
import { collectSizes } from "@/lib/server/duplicates/collect-sizes";
import { splitByEdges } from "@/lib/server/duplicates/compare-files";
import { saveText } from "@/lib/server/file/save-text";
import { readFacts } from "@/lib/server/stack/read-facts";
import { at } from "@/lib/server/storage/conformance/support";
import { makeLocalFixture } from "@/lib/server/storage/local-fixture";
import { idsUpwards } from "@/lib/server/storage/local/known/place-id";
import { measureAll } from "@/lib/server/storage/measure-all";
import { makeTaskFixture } from "@/lib/server/task/task-fixture";
import { runningTasks } from "@/lib/server/task/running-tasks";
import { createScreen } from "@/lib/server/terminal/screen/create-screen";
import { createScreenThreads } from "@/lib/server/terminal/screen/screen-threads";
import { followMoves } from "@/lib/server/trash/follow-moves";
import { makeTrashFixture } from "@/lib/server/trash/trash-fixture";
import type { VirtualPath } from "@/lib/shared/paths";
import { holds, keepsWaiting } from "../support/held";
import type { Verdict } from "../support/verdict";

const esc = "\u001b";
const log = pino({ level: "silent" });
const { signal } = new AbortController();

/** The same, of work that needs something to be there first and to be gone afterwards. */
function after(
  verdict: (work: () => Promise<unknown>) => Verdict,
  prepare: () => Promise<{ work: () => Promise<unknown>; end: () => unknown }>,
): Verdict {
  const { name, unit, most } = verdict(() => Promise.resolve());
  return {
    name,
    unit,
    most,
    measure: async () => {
      const { work, end } = await prepare();
      try {
        return await verdict(work).measure();
      } finally {
        await end();
      }
    },
  };
}
const waiting = (name: string, most: number, prepare: Parameters<typeof after>[1]) =>
  after((work) => keepsWaiting(name, work, most), prepare);
const share = (name: string, prepare: Parameters<typeof after>[1]) => after((work) => holds(name, work, 0.5), prepare);

function openScreens(own: Partial<Parameters<typeof createScreenThreads>[0]> = {}) {
  const threads = createScreenThreads({ ...limits.screens, ...own });
  const open = (cols: number, rows: number, owner: string) => {
    const screen = createScreen(
      {
        owner,
        cols,
        rows,
        scrollbackLines: 1_000,
        answer: () => {},
        onTitle: () => {},
        onFolder: () => {},
        onLost: () => {},
      },
      threads,
    );
    return { screen, write: (text: string) => new Promise<void>((parsed) => screen.write(Buffer.from(text), parsed)) };
  };
  return { open, end: () => threads.end() };
}

const screenVerdicts = [
  ...["S", "T", "L", "M", "b", "@", "P", "X", "I", "Z", " @", " A", "'}", "'~"].map((final) =>
    waiting(`screen: twenty million of CSI ${final}`, 20, async () => {
      const { open, end } = openScreens();
      const { screen, write } = open(80, 24, "mia");
      await write("x");
      const work = async () => {
        await write(`${esc}[3000000${final}x${esc}[20000000${final}after`);
        await screen.draw();
      };
      return { work, end: () => [screen.dispose(), end()] };
    }),
  ),
  waiting("screen: 64 KiB that take seconds to draw", 20, async () => {
    const { open, end } = openScreens({ threads: 1 });
    const [hostile, innocent] = [open(1_000, 500, "eve"), open(80, 24, "mia")];
    await innocent.write("ready");
    const block = `${esc}c`.repeat(16 * 1024) + `${esc}[500S${esc}[2J`.repeat(4_096);
    void hostile.write(block); // may never be drawn to its end
    const work = async () => {
      for (let line = 0; line < 5; line++) {
        await innocent.write(`line ${line}\r\n`);
        await innocent.screen.draw();
      }
    };
    return { work, end: () => [hostile.screen.dispose(), innocent.screen.dispose(), end()] };
  }),
];

const aliases = Array.from({ length: 40 }, (_, index) => `x-${index + 1}: &a${index + 1} [*a${index}, *a${index}]`);
const hostileCompose = [
  "[".repeat(60_000),
  "- ".repeat(30_000),
  "{a: ".repeat(15_000),
  `x-0: &a0 [q]\n${aliases.join("\n")}\nservices: { web: { volumes: *a40 } }`,
  "x-a: &a { <<: *a }\nservices: { web: { <<: *a } }",
  "&a ".repeat(20_000),
  "a".repeat(10_000_000),
];

/** A body comes in pieces of 256 KiB of JSON, so many characters. */
const piecesOf = (text: string) =>
  Array.from({ length: Math.ceil(text.length / 87_000) }, (_, index) =>
    text.slice(index * 87_000, (index + 1) * 87_000),
  );
const saved = [
  ["shift_jis", "\ue000".repeat(400_000)],
  ["shift_jis", "漢字漢字漢字漢字\ue000\n".repeat(39_000)],
  ["gb18030", "漢字😀\n".repeat(100_000)],
  ["euc-kr", "한글\n".repeat(100_000)],
  ["utf-16be", "漢字😀\n".repeat(100_000)],
] as const;

export const turnVerdicts: Verdict[] = [
  share("task: 2,000 steps that find everything ready", async () => {
    const fixture = await makeTaskFixture();
    const steps = Array.from({ length: 2_000 }, (_, index) => ({
      path: `r/${index}`,
      run: async () => {
        if (index % 10 === 0) spin(2);
        return { files: 1 };
      },
    }));
    const work = async () => {
      const id = await fixture.begin(steps);
      await runningTasks.get(id)?.done;
    };
    return { work, end: () => fixture.close() };
  }),
  share("sizes of 500 entries", async () => {
    const storage = {
      measure: async () => {
        spin(1);
        return { folders: 1, files: 2, bytes: 3 };
      },
    };
    const paths = Array.from({ length: 500 }, (_, index) => `r/${index}` as VirtualPath); // well formed
    return { work: () => measureAll(paths, { storage, signal }), end: () => {} };
  }),
  share("a walk through 1,500 empty folders", async () => {
    const { storage, root, close } = await makeLocalFixture();
    for (let index = 0; index < 1_500; index++) mkdirSync(path.join(root, "wide", `${index}`), { recursive: true });
    return { work: () => storage.measure(at("wide")), end: close };
  }),
  share("duplicates: 1,500 small files compared", async () => {
    const { storage, root, close } = await makeLocalFixture();
    for (let index = 0; index < 1_500; index++) writeFileSync(path.join(root, `${index}`), `${index % 2}`);
    const sizes = collectSizes(1);
    await storage.survey(at(""), { context: "below", survey: sizes.survey, signal });
    const [files = []] = sizes.groups();
    const rest = { onUnreadable: () => {}, onRead: () => {} };
    return { work: () => splitByEdges(files, { storage, signal, pace: createPace(), ...rest }), end: close };
  }),
  ...screenVerdicts,
  waiting("Compose files that are made to be slow", 20, async () => {
    await readFacts(["services: {}"]);
    return { work: () => readFacts(hostileCompose), end: () => {} };
  }),
  waiting("a folder of 100,000 entries listed", 20, async () => {
    const { storage, root, close } = await makeLocalFixture();
    mkdirSync(`${root}/big`);
    for (let index = 0; index < 100_000; index++) writeFileSync(`${root}/big/${index}`, "");
    const list = async () => {
      let count = 0;
      for await (const page of storage.list(at("big"))) count += page.length;
      return count;
    };
    // From source the thread is bundled with its first use, which holds everything up.
    await list();
    return { work: list, end: close };
  }),
  waiting("twenty who ask at once what is above a folder of 1,900 levels", 5, async () => {
    const { root, close } = await makeLocalFixture();
    const place = `${root}/${Array.from({ length: 1_900 }, () => "e").join("/")}`;
    mkdirSync(place, { recursive: true });
    const fd = openSync(place, "r");
    const work = () => Promise.all(Array.from({ length: 20 }, () => idsUpwards(fd, place)));
    return { work, end: close };
  }),
  ...saved.map(([encoding, text], index) =>
    waiting(`a text of ${text.length} characters saved in ${encoding} (${index + 1})`, 4, async () => {
      const fixture = await makeTrashFixture();
      writeFileSync(path.join(fixture.root, "a"), "");
      const save = (pieces: readonly string[]) =>
        saveText({ path: at("a"), context: "", is_sys_path: false, encoding }, fixture.ctx, { pieces: () => pieces });
      // The tables of an encoding are read once.
      await save([text.slice(0, 1_000)]);
      const pieces = piecesOf(text);
      return { work: () => save(pieces), end: () => fixture.close() };
    }),
  ),
  waiting("40,000 versions that follow a folder", 15, async () => {
    const { db, close } = await makeDbFixture();
    await db.$executeRaw`
      WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 40000)
      INSERT INTO "Trash" ("id", "ownerId", "ownerName", "path", "hostPath", "folder", "kind", "sizeBytes", "state", "deletedAt", "versionOf", "versionFile")
      SELECT 'v' || i, 'mia', 'mia', 'p', 'p', 'f' || i, 'file', 10.0, 'there', '2026-01-01T00:00:00.000+00:00', '/d/0/' || (i % 100) || '/f' || i, 'file' || i FROM n`;
    let round = 0;
    const work = () => followMoves([{ fromPlace: `/d/${round++}`, toPlace: `/d/${round}` }], { db, log });
    return { work, end: close };
  }),
  {
    name: "database: whoever comes late to a lock, beside who came first",
    unit: "ms",
    most: 0.3,
    measure: async () => {
      const { db, dir, close } = await makeDbFixture();
      const script = `
        const Database = require("libsql");
        const db = new Database(process.argv[1], { timeout: 5000 });
        db.exec("BEGIN IMMEDIATE");
        console.log("held");
        setTimeout(() => {}, 600000);`;
      const child = spawn(process.execPath, ["-e", script, path.join(dir, "filedeck.db")], {
        stdio: ["pipe", "pipe", "inherit"],
      });
      await once(child.stdout, "data");
      const refused = async (key: string) => {
        const beganMs = performance.now();
        const isWritten = await db.setting.create({ data: { key, value: 1 } }).then(
          () => true,
          () => false,
        );
        return isWritten ? Number.NaN : performance.now() - beganMs;
      };
      const control = await refused("first");
      const figure = await refused("late");
      child.kill("SIGKILL");
      await once(child, "exit");
      await close();
      return { figure, control };
    },
  },
];
