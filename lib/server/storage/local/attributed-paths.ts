import { execFile } from "node:child_process";
import { childPath, fromLatin1 } from "./fs-path";
import type { TreeItem } from "./tree-walk";

const timeoutMs = 60_000;
const maxBytes = 16_777_216;
/** Not the labels that some systems give to every file: those come by themselves. */
const names = "^(user\\.|system\\.posix_acl_)";

/**
 * The paths below an entry, itself included, that have extended attributes or an ACL, as the walk calls them. Node has no call
 * for them and asking cp about each file would take longer than copying it, so getfattr looks at all at once. Empty where it
 * is missing or there are too many.
 */
export function attributedPaths({ folder, name, path }: TreeItem): Promise<ReadonlySet<string>> {
  const top = childPath(folder.fd, name);
  // A name that is not UTF-8 cannot be an argument here.
  if (typeof top !== "string") return Promise.resolve(new Set());
  return new Promise((resolve) => {
    execFile(
      "getfattr",
      ["-R", "-P", "-h", "--absolute-names", "-m", names, "--", top],
      { timeout: timeoutMs, maxBuffer: maxBytes, encoding: "latin1" },
      // It complains about what it may not read; what it found counts all the same.
      (_error, output) => resolve(parseFiles(output, { top, path })),
    );
  });
}

function parseFiles(output: string, { top, path }: { top: string; path: string }): ReadonlySet<string> {
  const found = new Set<string>();
  for (const line of output.split("\n")) {
    if (!line.startsWith("# file: ")) continue;
    const host = fromLatin1(unescape(line.slice("# file: ".length)));
    if (host.startsWith(top)) found.add(path + host.slice(top.length));
  }
  return found;
}

/** Backslash and three octal digits for a byte that would break the line. */
function unescape(text: string): string {
  return text.replaceAll(/\\([0-7]{3})/g, (_, digits: string) => String.fromCharCode(Number.parseInt(digits, 8)));
}
