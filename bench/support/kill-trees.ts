// What bench/kill.ts does with trees and the trash while the server is killed, and how it looks whether anything was lost.
import { execFileSync } from "node:child_process";
import { existsSync, lstatSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { call, type Session } from "../../e2e/support/api-client";
import type { Filedeck } from "../../e2e/support/start-filedeck";
import { runTask } from "./run-task";

const treeFiles = 40;
const fileBytes = 60_000;
const binned = ["one.bin", "two.bin", "three.bin", "box"];

const contentOf = (name: string) => name.padEnd(fileBytes, name);

function plantTree(folder: string): void {
  for (let index = 0; index < treeFiles; index++) {
    const name = `${String(index).padStart(2, "0")}.bin`;
    mkdirSync(path.join(folder, `s${index % 4}`), { recursive: true });
    writeFileSync(path.join(folder, `s${index % 4}`, name), contentOf(name));
  }
}

/** A tree to copy, one to move within the disk, one to move to `disk` (another one, if there is), and entries to delete. */
export function plantTrees(filesDir: string): void {
  for (const folder of ["a", "b", "copies", "disk", "bin", "bin/box"])
    mkdirSync(path.join(filesDir, folder), { recursive: true });
  for (const folder of ["source", "a/near", "a/far"]) plantTree(path.join(filesDir, folder));
  for (const name of ["one.bin", "two.bin", "three.bin", "box/in.bin"])
    writeFileSync(path.join(filesDir, "bin", name), contentOf(path.basename(name)));
}

/** Makes an archive of the tree to copy, and a place to unpack it to. */
export function plantArchive(filesDir: string): void {
  mkdirSync(path.join(filesDir, "unpacked"));
  execFileSync("tar", ["-c", "-C", filesDir, "-f", path.join(filesDir, "unpacked/all.tar"), "source"]);
}

/** Unpacks it anew, beside what was unpacked before. */
export function extractTree(server: Filedeck, session: Session): Promise<string> {
  return runTask(server, session, "file/uncompress", { path: "files/unpacked/all.tar", to: "files/unpacked" });
}

export function copyTree(server: Filedeck, session: Session): Promise<string> {
  return runTask(server, session, "file/copy", { files: ["files/source"], to: "files/copies", conflict: "replace" });
}

export async function moveTrees(server: Filedeck, session: Session): Promise<void> {
  const sides = [
    ["near", "a", "b"],
    ["far", "a", "disk"],
  ] as const;
  for (const [name, one, other] of sides) {
    const from = existsSync(path.join(server.filesDir, one, name)) ? one : other;
    const body = { files: [`files/${from}/${name}`], to: `files/${from === one ? other : one}`, conflict: "replace" };
    await runTask(server, session, "file/cut", body);
  }
}

/** Deletes to the trash and undoes it, again and again. */
export async function deleteAndUndo(server: Filedeck, session: Session): Promise<void> {
  const files = binned.map((name) => `files/bin/${name}`);
  const id = await runTask(server, session, "file/delete", { files });
  if (id !== "") await runTask(server, session, `undo/${id}`, {});
}

function wholeFiles(folder: string, faults: string[]): Set<string> {
  const names = existsSync(folder) ? readdirSync(folder, { recursive: true, encoding: "utf8" }) : [];
  const whole = new Set<string>();
  for (const name of names) {
    const file = path.join(folder, name);
    const base = path.basename(name);
    if (!lstatSync(file).isFile()) continue;
    if (base.startsWith(".")) faults.push(`left over: ${file}`);
    else if (readFileSync(file, "latin1") === contentOf(base)) whole.add(name);
    else faults.push(`torn: ${file}`);
  }
  return whole;
}

type Listed = { entries: { id: string; name: string; path: string | null }[] };

/** Everything is whole and somewhere: a moved file on either side, a deleted one at its place or listed in the trash. */
export async function checkTrees(server: Filedeck, session: Session): Promise<string[]> {
  const { filesDir } = server;
  const faults: string[] = [];
  const holds = (...folders: string[]) => {
    const all = new Set<string>();
    for (const folder of folders) for (const name of wholeFiles(path.join(filesDir, folder), faults)) all.add(name);
    return all.size;
  };
  if (holds("source") !== treeFiles) faults.push("source is not whole");
  holds("copies");
  for (const sides of [
    ["a/near", "b/near"],
    ["a/far", "disk/far"],
  ])
    if (holds(...sides) !== treeFiles) faults.push(`${sides.join(" and ")} lost files: ${holds(...sides)}`);

  for (const name of readdirSync(path.join(filesDir, "unpacked"))) {
    if (name === "all.tar") continue;
    if (!name.startsWith("source")) faults.push(`left over: unpacked/${name}`);
    else if (holds(`unpacked/${name}`) !== treeFiles) faults.push(`half unpacked: unpacked/${name}`);
    rmSync(path.join(filesDir, "unpacked", name), { recursive: true });
  }

  const { answer } = await call<Listed>(server, "trash/list", { session });
  const listed = answer.data.entries.filter((entry) => binned.includes(entry.name));
  for (const name of binned) {
    const isThere = existsSync(path.join(filesDir, "bin", name));
    const isListed = listed.some((entry) => entry.name === name);
    if (isThere === isListed) faults.push(`${isThere ? "twice" : "lost"}: bin/${name}`);
  }
  if (listed.length > 0)
    await runTask(server, session, "trash/restore", { ids: listed.map(({ id }) => id), conflict: "fail" });
  for (const name of binned)
    if (!existsSync(path.join(filesDir, "bin", name))) faults.push(`not restored: bin/${name}`);
  wholeFiles(path.join(filesDir, "bin"), faults);
  return faults;
}
