import { isErrno } from "@/lib/server/storage/local/sys/errno";
import { joinPlace } from "@/lib/server/storage/scope";
import { fromLatin1, parentOfHost, toFsPath } from "@/lib/server/storage/local/sys/fs-path";
import type { Policy } from "@/lib/server/storage/policy";
import { sys } from "@/lib/server/storage/local/sys/sys";

/** `outside`: a link leaves the scope; `hidden`: the path itself does; `blocked`: a file where a folder is needed. */
export type WalkEnd = "found" | "missing" | "outside" | "hidden" | "loop" | "blocked";

const maxLinks = 40;

/**
 * Tells where a path leads without touching anything out of scope on the way, so that the answer says nothing about what
 * exists there. For words only: by the time it is read, the disk may look different.
 */
export async function walkLinks(start: string, segments: readonly string[], policy: Policy): Promise<WalkEnd> {
  if (policy.access(start) === "none") return "hidden";
  let current = start;
  let links = 0;
  const todo = segments.toReversed();
  for (let name = todo.pop(); name !== undefined; name = todo.pop()) {
    if (name === "" || name === ".") continue;
    if (name === "..") {
      current = parentOfHost(current);
      continue;
    }
    const next = joinPlace(current, name);
    if (!policy.mayPass(next)) return links > 0 ? "outside" : "hidden";
    const step = await lookAt(next);
    if (step.kind === "missing" || (step.kind === "other" && todo.some((rest) => rest !== ""))) {
      return step.kind === "missing" ? "missing" : "blocked";
    }
    if (step.kind !== "link") {
      current = next;
      continue;
    }
    if (++links > maxLinks) return "loop";
    if (step.text.startsWith("/")) current = "/";
    todo.push(...step.text.split("/").toReversed());
  }
  return policy.access(current) === "none" ? "outside" : "found";
}

type Step = { kind: "missing" | "folder" | "other" } | { kind: "link"; text: string };

async function lookAt(path: string): Promise<Step> {
  try {
    const stats = await sys.lstat(toFsPath(path));
    if (stats.isSymbolicLink()) return { kind: "link", text: fromLatin1(await sys.readlink(toFsPath(path))) };
    return { kind: stats.isDirectory() ? "folder" : "other" };
  } catch (error) {
    if (isErrno(error, "ENOENT", "ENOTDIR", "EINVAL", "EACCES")) return { kind: "missing" };
    throw error;
  }
}
