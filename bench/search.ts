// Names and texts below a folder beside find and ripgrep: node --import tsx bench/search.ts   (needs a build, find)
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import path from "node:path";
import { rgPath } from "@vscode/ripgrep";
import { call, signIn } from "../e2e/support/api-client";
import { startFiledeck } from "../e2e/support/start-filedeck";
import { median, memoryMb } from "./support/measure";
import { queryOf } from "@/lib/server/storage/conformance/query-of";
import { ripgrepArgs, wideArgs } from "@/lib/server/storage/local/search/ripgrep-args";
import { atMost, report } from "./support/report";

const runs = 9;
const work = mkdtempSync(path.join(process.env["BENCH_DIR"] ?? "/tmp", "filedeck-bench-"));
const server = await startFiledeck({ workDir: work });
const session = await signIn(server);

/** 200,000 entries: 20 projects with 100 folders of 99 files. */
function plantNames(folder: string): number {
  let count = 0;
  for (let project = 0; project < 20; project++) {
    for (let part = 0; part < 100; part++) {
      const dir = path.join(folder, `project ${project}`, `part-${part}`);
      mkdirSync(dir, { recursive: true });
      for (let file = 0; file < 99; file++)
        writeFileSync(path.join(dir, `report-${project}-${part}-${file}.txt`), `Report ${file} of part ${part}\n`);
      count += 100;
    }
  }
  return count + 20;
}

/** 600 MB of text in 12,000 files, with a word that only some of them hold. */
function plantTexts(folder: string): void {
  const words = "lorem ipsum dolor sit amet consetetur sadipscing elitr sed diam nonumy eirmod tempor invidunt".split(
    " ",
  );
  const line = (seed: number) =>
    Array.from({ length: 12 }, (_, index) => words[(seed * 7 + index * 5) % words.length]).join(" ");
  const text = Array.from({ length: 640 }, (_, index) => line(index)).join("\n");
  for (let file = 0; file < 12_000; file++) {
    const dir = path.join(folder, `texts-${file % 60}`);
    mkdirSync(dir, { recursive: true });
    writeFileSync(path.join(dir, `text-${file}.txt`), file % 100 === 0 ? `${text}\na needle in it\n` : text);
  }
}

type Found = { firstMs: number; wholeMs: number; hits: number };

async function search(query: string): Promise<Found> {
  const started = performance.now();
  const response = await fetch(`${server.url}/api/file/search?${query}`, {
    headers: { cookie: session.cookie, authorization: session.token },
  });
  let [firstMs, text] = [Number.NaN, ""];
  const decoder = new TextDecoder();
  for await (const chunk of response.body ?? []) {
    text += decoder.decode(chunk, { stream: true });
    if (Number.isNaN(firstMs) && text.includes('"type":"hit"')) firstMs = performance.now() - started;
  }
  return { firstMs, wholeMs: performance.now() - started, hits: text.split('"type":"hit"').length - 1 };
}

function timeOf(program: string, args: readonly string[]): number {
  const started = performance.now();
  const { status } = spawnSync(program, args, { stdio: ["ignore", "pipe", "ignore"], maxBuffer: 256 * 1024 * 1024 });
  // 1 is "nothing found", of grep and its kin.
  if (status !== 0 && status !== 1) throw new Error(`${program} ended with ${status}`);
  return performance.now() - started;
}

type Command = readonly [program: string, args: readonly string[]];

/** Beside the others, each of which may take several commands. */
async function measure(query: string, others: Readonly<Record<string, readonly Command[]>>) {
  const own: Found[] = [];
  const theirs: Record<string, number[]> = {};
  // The first of each warms the disk's cache, and our thread.
  for (let run = 0; run <= runs; run++) {
    const found = await search(query);
    if (run > 0) own.push(found);
    for (const [name, commands] of Object.entries(others)) {
      const ms = commands.reduce((sum, [program, args]) => sum + timeOf(program, args), 0);
      if (run > 0) (theirs[name] ??= []).push(ms);
    }
  }
  return {
    firstMs: median(own.map(({ firstMs }) => firstMs)),
    wholeMs: median(own.map(({ wholeMs }) => wholeMs)),
    hits: own[0]?.hits ?? 0,
    beside: (name: string) => median(own.map(({ wholeMs }, index) => (theirs[name]?.[index] ?? Number.NaN) / wholeMs)),
    others: Object.entries(theirs)
      .map(([name, times]) => `${name} ${median(times).toFixed(0)} ms`)
      .join(", "),
  };
}

try {
  const names = path.join(server.filesDir, "names");
  const texts = path.join(server.filesDir, "texts");
  const count = plantNames(names);
  plantTexts(texts);
  const walkers: Record<string, readonly Command[]> = {
    find: [["find", [names, "-iname", "*port-1*-7*"]]],
    "rg --files": [[rgPath, ["--no-config", "--files", "-uuu", names]]],
  };
  const before = memoryMb(server.pid).now;
  const cold = await search("folder=files/names&text=port-19-99");
  report(
    `${count} names, first search of all`,
    `first ${cold.firstMs.toFixed(0)} ms, all ${cold.wholeMs.toFixed(0)} ms`,
  );
  const some = await measure("folder=files/names&text=report-1&limit=10000", walkers);
  report(
    `${count} names, ${some.hits} hits`,
    `first ${some.firstMs.toFixed(0)} ms, all ${some.wholeMs.toFixed(0)} ms`,
    atMost(some.firstMs, 100, " ms"),
    atMost(some.wholeMs, 1_000, " ms"),
  );
  report("  beside", some.others);
  const few = await measure("folder=files/names&text=port-19-99-7", {});
  report(`${count} names, ${few.hits} hits`, `all ${few.wholeMs.toFixed(0)} ms`, atMost(few.wholeMs, 1_000, " ms"));
  const regex = await measure("folder=files/names&mode=regex&text=t-1.*-7%5Cd%5C.", {});
  report(
    `${count} names, regex, ${regex.hits} hits`,
    `first ${regex.firstMs.toFixed(0)} ms, all ${regex.wholeMs.toFixed(0)} ms`,
    atMost(regex.wholeMs, 1_000, " ms"),
  );
  const turn = (isKept: boolean) => call(server, "search/index", { session, body: { path: server.filesDir, isKept } });
  await turn(true);
  const kept = await measure("folder=files/names&text=port-19-99-7", {});
  report(
    `${count} names with an index, ${kept.hits} hits`,
    `all ${kept.wholeMs.toFixed(0)} ms`,
    atMost(kept.wholeMs, 50, " ms"),
  );
  const many = await measure("folder=files/names&text=report-1&limit=1000", {});
  report(
    `${count} names with an index, ${many.hits} hits`,
    `all ${many.wholeMs.toFixed(0)} ms`,
    atMost(many.wholeMs, 50, " ms"),
  );
  await turn(false);
  report("  memory more", `${(memoryMb(server.pid).now - before).toFixed(0)} MB`);
  // The same arguments, also of the second pass: for UTF-16 without a mark, which ripgrep by itself does not find.
  const passes = queryOf("needle");
  const rg = (folder: string): readonly Command[] =>
    [ripgrepArgs(passes), wideArgs(passes) ?? []].map((args) => [rgPath, [...args, "--", folder]]);
  const text = await measure("folder=files/texts&what=text&text=needle", {
    rg: rg(texts),
    "rg's first pass": rg(texts).slice(0, 1),
  });
  const thin = await measure("folder=files/names&what=text&text=needle", { rg: rg(names) });
  report(
    "text in 200,000 small files, no hit",
    `${thin.wholeMs.toFixed(0)} ms, ${(1 / thin.beside("rg")).toFixed(2)} x the time of rg`,
    atMost(1 / thin.beside("rg"), 1.1, " x"),
  );
  report(
    `text in 12,000 files, ${text.hits} hits`,
    `first ${text.firstMs.toFixed(0)} ms, all ${text.wholeMs.toFixed(0)} ms, ${(1 / text.beside("rg")).toFixed(2)} x the time of rg`,
    atMost(1 / text.beside("rg"), 1.1, " x"),
  );
  report("  beside", text.others);
} finally {
  await server.remove();
}
