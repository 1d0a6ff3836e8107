import { maxPathBytes } from "@/lib/shared/paths";
import { joinPlace } from "@/lib/server/storage/scope";
import type { SftpAttributes } from "./protocol/packet";
import { isStatus, statusCodes } from "./protocol/sftp-status";
import type { SftpSession } from "./protocol/sftp-session";
import { kindOf } from "./sftp-entry";
import { parentPath } from "./sftp-host";

/**
 * `outside`: a link leaves what may be passed; `hidden`: the path itself does; `blocked`: a file where a folder is needed; `refused`: the account may not look.
 * `path`: how far it came without links, and `rest` what was not reached.
 */
export type Walked = {
  end: "found" | "missing" | "outside" | "hidden" | "loop" | "blocked" | "refused";
  path: string;
  rest: readonly string[];
  links: number;
  attributes: SftpAttributes | null;
};

type Way = { start: string; segments: readonly string[]; mayPass: (path: string) => boolean };

const maxLinks = 40;
/** Asked for at once: on most ways there is no link, so that one answer's time is enough. */
const maxRun = 64;
/** From so many names on, one question for all of them costs less, where the server can be asked. */
const deepNames = 16;

/**
 * Tells where a path leads, link by link. Not by the server's own realpath: some servers do no more there than to tidy up the text, and what they
 * call real would then be checked instead of what is opened. Where it was seen to follow links, it spares the look at each name of a deep path.
 */
export async function walkPath(session: SftpSession, { start, segments, mayPass }: Way): Promise<Walked> {
  let path = start;
  let attributes: SftpAttributes | null = null;
  let links = 0;
  let todo = segments.filter((name) => name !== "" && name !== ".");
  const ended = (end: Walked["end"]): Walked => ({ end, path, rest: todo, links, attributes });

  while (todo.length > 0) {
    if (todo[0] === "..") {
      todo = todo.slice(1);
      [path, attributes] = [parentPath(path), null];
      continue;
    }
    let run = passable(path, todo, mayPass);
    if (run.length === 0) return ended(links > 0 ? "outside" : "hidden");
    if (run.length > deepNames && (await hasNoLinks(session, run.at(-1) ?? path))) {
      [path, attributes, todo] = [run.at(-2) ?? path, null, todo.slice(run.length - 1)];
      run = run.slice(-1);
    }
    run = run.slice(0, maxRun);
    for (const [index, looked] of (await Promise.all(run.map((one) => lookAt(session, one)))).entries()) {
      if (typeof looked === "string") return ended(looked);
      todo = todo.slice(1);
      if (kindOf(looked) === "link") {
        if (++links > maxLinks) return ended("loop");
        const text = await session.readlink(run[index] ?? path);
        if (text.length > maxPathBytes) return ended("missing");
        todo = [...text.split("/").filter((name) => name !== "" && name !== "."), ...todo];
        if (text.startsWith("/")) [path, attributes] = ["/", null];
        break;
      }
      [path, attributes] = [run[index] ?? path, looked];
      if (kindOf(looked) !== "folder" && todo.length > 0) return ended("blocked");
    }
  }
  if (attributes === null) {
    const looked = await lookAt(session, path);
    if (typeof looked === "string") return ended(looked);
    attributes = looked;
  }
  return ended("found");
}

/** The paths of the next names that may be looked at, up to the first `..`. */
function passable(path: string, todo: readonly string[], mayPass: Way["mayPass"]): string[] {
  const run: string[] = [];
  let next = path;
  for (const name of todo) {
    next = joinPlace(next, name);
    if (name === ".." || !mayPass(next)) break;
    run.push(next);
  }
  return run;
}

/** False also where that cannot be told. */
async function hasNoLinks(session: SftpSession, path: string): Promise<boolean> {
  if (!(await session.resolvesLinks())) return false;
  return session.realpath(path).then(
    (real) => real === path,
    (error: unknown) => {
      if (isStatus(error)) return false;
      throw error;
    },
  );
}

async function lookAt(session: SftpSession, path: string): Promise<SftpAttributes | "missing" | "refused"> {
  try {
    return await session.lstat(path);
  } catch (error) {
    if (isStatus(error, statusCodes.noSuchFile)) return "missing";
    if (isStatus(error, statusCodes.denied)) return "refused";
    throw error;
  }
}
