import { createHash } from "node:crypto";
import { lstatSync, mkdirSync, readFileSync, readdirSync, readlinkSync, symlinkSync, writeFileSync } from "node:fs";
import path from "node:path";
import type { Session } from "./api-client";
import { rawRequest } from "./raw-request";
import type { Filedeck } from "./start-filedeck";

export const secret = "TOP-SECRET-CONTENT";
export const secretName = "secret-name-7f3a";

/** What `..` and `/` have been written as to get past checks. `%s` is the way to the victim below the user's folder's parent. */
const steps = [
  "..",
  "%2e%2e",
  "%2E.",
  ".%2e",
  "..%00",
  "..%20",
  "..;",
  "%252e%252e",
  "..%c0%af",
  "%c0%ae%c0%ae",
  "..\\",
  "..%5c",
  "%2e%2e%5c",
  "．．",
  "%ef%bc%8e%ef%bc%8e",
  "....",
  "./..",
  "%2e/%2e%2e",
];
const slashes = ["/", "%2f", "%2F", "//", "%5c", "\\", "%252f", "%c0%af"];

/** Every way from `files/a` to its sibling `b`, and absolute paths. */
export function payloads(hostDir: string): string[] {
  const relative = steps.flatMap((step) =>
    slashes.map((slash) => `files/a${slash}${step}${slash}b${slash}${secretName}.txt`),
  );
  const target = `${hostDir}/b/${secretName}.txt`;
  return [
    ...relative,
    `files/b/${secretName}.txt`,
    `files/a/link-out/${secretName}.txt`,
    `files/a/link-file`,
    `files/a/link-loop/x`,
    target,
    `/${target}`,
    target.slice(1),
    `system${target}`,
    `files${target}`,
    `b/${secretName}.txt`,
    `./files/b/${secretName}.txt`,
    `files/./b/${secretName}.txt`,
    `file:${target}`,
    `/proc/self/root${target}`,
  ];
}

export function hashTree(dir: string): string {
  const hash = createHash("sha256");
  const walk = (folder: string) => {
    for (const name of readdirSync(folder).toSorted()) {
      const file = path.join(folder, name);
      const stat = lstatSync(file);
      hash.update(`${file}\0${stat.mode}\0${stat.mtimeMs}\0`);
      if (stat.isDirectory()) walk(file);
      else hash.update(stat.isSymbolicLink() ? readlinkSync(file) : readFileSync(file));
    }
  };
  walk(dir);
  return hash.digest("hex");
}

/** A folder `a` that somebody may use, beside `b`, which is nobody's, with links from one into the other. */
export function plantVictim(dir: string): { own: string; other: string } {
  const [own, other] = [path.join(dir, "a"), path.join(dir, "b")];
  mkdirSync(path.join(other, `${secretName}-folder`), { recursive: true });
  mkdirSync(own, { recursive: true });
  writeFileSync(path.join(other, `${secretName}.txt`), secret);
  symlinkSync(other, path.join(own, "link-out"));
  symlinkSync(path.join(other, `${secretName}.txt`), path.join(own, "link-file"));
  symlinkSync("link-loop", path.join(own, "link-loop"));
  return { own, other };
}

export function safeDecode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

export async function taskStates(server: Pick<Filedeck, "port">, session: Session): Promise<string[]> {
  const { body } = await rawRequest(server, "/api/task/list", { session });
  const answer: { data: { tasks: { state: string }[] } } = JSON.parse(body.toString());
  return answer.data.tasks.map((task) => task.state);
}
