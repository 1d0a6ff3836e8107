// kill -9 two hundred times while files are saved, uploaded, moved, users changed, trees copied and moved (also to another
// disk, where one can be mounted), deleted to the trash and brought back, overwritten and undone, an archive unpacked:
// node --import tsx bench/kill.ts [TIMES]   (needs a build)
import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { call, signIn, type Session } from "../e2e/support/api-client";
import { startFiledeck, type Filedeck } from "../e2e/support/start-filedeck";
import { tryTmpfs } from "../lib/server/storage/conformance/mounts";
import { checkReplaced, plantReplaced, replaceAndUndo } from "./support/kill-replaced";
import {
  checkTrees,
  copyTree,
  deleteAndUndo,
  extractTree,
  moveTrees,
  plantArchive,
  plantTrees,
} from "./support/kill-trees";
import { atMost, report } from "./support/report";

const times = Number(process.argv[2] ?? 200);
const work = mkdtempSync("/tmp/filedeck-kill-");
const sizes = { saved: 200_000, uploaded: 3_000_000, moved: 500_000 };
const known = new Set([
  "a",
  "b",
  "saved.txt",
  "uploaded.bin",
  "moved.bin",
  "near",
  "far",
  "source",
  "unpacked",
  "copies",
  "disk",
  "bin",
  "over",
  "next",
  ".filedeck-trash",
]);
let problems = 0;
let checked = 0;

// Broken off, too, it leaves nothing behind.
process.once("SIGINT", () => process.exit(130));
process.once("SIGTERM", () => process.exit(143));

for (let run = 0; run < times; run++) {
  const server = await startFiledeck({ workDir: work });
  if (run === 0) {
    for (const folder of ["a", "b"]) mkdirSync(path.join(server.filesDir, folder));
    writeFileSync(path.join(server.filesDir, "saved.txt"), fill("0", sizes.saved));
    writeFileSync(path.join(server.filesDir, "uploaded.bin"), fill("0", sizes.uploaded));
    writeFileSync(path.join(server.filesDir, "a/moved.bin"), fill("m", sizes.moved));
    plantTrees(server.filesDir);
    plantArchive(server.filesDir);
    plantReplaced(server.filesDir);
    bindDisk(path.join(server.filesDir, "disk"));
  } else check(server);
  const session = await signIn(server);
  await tellFaults(server, session);
  const running = Promise.allSettled([
    save(server, session),
    upload(server, session),
    move(server, session),
    preferences(server, session),
    repeat(() => copyTree(server, session)),
    repeat(() => moveTrees(server, session)),
    repeat(() => deleteAndUndo(server, session)),
    repeat(() => extractTree(server, session)),
    repeat(() => replaceAndUndo(server, session)),
  ]);
  await new Promise((resolve) => setTimeout(resolve, 5 + Math.random() * 700));
  await server.stop("SIGKILL");
  await running;
}
const last = await startFiledeck({ workDir: work });
check(last);
await tellFaults(last, await signIn(last));
await last.stop();
report(`kill -9, ${times} times`, `${problems} problems in ${checked} checks`, atMost(problems, 0, " problems"));
process.exitCode = problems === 0 ? 0 : 1;

/** Another disk, where one can be mounted. Called after a server was started: at the end the servers are gone first. */
function bindDisk(folder: string): void {
  const disk = tryTmpfs("64m");
  if ("path" in disk) disk.run("mount", "--bind", disk.path, folder);
  process.once("exit", () => {
    if ("path" in disk) {
      disk.unmount(folder);
      disk.unmount();
    }
    rmSync(work, { recursive: true, force: true });
  });
}

function fill(char: string, length: number): string {
  return char.repeat(length);
}

async function tellFaults(server: Filedeck, session: Session): Promise<void> {
  const faults = [...(await checkTrees(server, session)), ...(await checkReplaced(server, session))];
  problems += faults.length;
  for (const fault of faults) console.log(fault, server.output());
}

/** Every file is one version whole, nothing is missing, and nothing of ours is left over. */
function check({ filesDir, output }: Filedeck): void {
  checked++;
  const isOneVersion = (file: string, length: number) => {
    const text = readFileSync(file, "latin1");
    return text.length === length && text === fill(text[0] ?? "", length);
  };
  const places = ["a", "b"].filter((folder) => readdirSync(path.join(filesDir, folder)).includes("moved.bin"));
  const names = ["", "a", "b"].flatMap((folder) => readdirSync(path.join(filesDir, folder)));
  const left = names.filter((name) => !known.has(name));
  const faults = [
    ...(isOneVersion(path.join(filesDir, "saved.txt"), sizes.saved) ? [] : ["saved.txt is torn"]),
    ...(isOneVersion(path.join(filesDir, "uploaded.bin"), sizes.uploaded) ? [] : ["uploaded.bin is torn"]),
    ...(places.length > 0 ? [] : ["moved.bin is lost"]),
    ...places
      .filter((folder) => !isOneVersion(path.join(filesDir, folder, "moved.bin"), sizes.moved))
      .map((folder) => `${folder}/moved.bin is torn`),
    ...left.map((name) => `left over: ${name}`),
  ];
  problems += faults.length;
  for (const fault of faults) console.log(fault, output());
}

async function repeat(step: (turn: number) => Promise<unknown>): Promise<void> {
  for (let turn = 0; turn < 10_000; turn++) await step(turn);
}

function save(server: Filedeck, session: Session): Promise<void> {
  return repeat((turn) =>
    call(server, "file/save/files/saved.txt", { session, body: { context: fill(String(turn % 10), sizes.saved) } }),
  );
}

function upload(server: Filedeck, session: Session): Promise<void> {
  return repeat((turn) =>
    call(server, "file/files/uploaded.bin?conflict=replace", {
      method: "PUT",
      session,
      body: fill(String(turn % 10), sizes.uploaded),
    }),
  );
}

function move(server: Filedeck, session: Session): Promise<void> {
  return repeat(async (turn) => {
    const [from, to] = turn % 2 === 0 ? ["a", "b"] : ["b", "a"];
    await call(server, "file/cut", {
      session,
      body: { files: [`files/${from}/moved.bin`], to: `files/${to}`, conflict: "replace" },
    });
  });
}

function preferences(server: Filedeck, session: Session): Promise<void> {
  return repeat((turn) => call(server, "user/userInfo/update", { session, body: { rtl: turn % 2 === 0 } }));
}
