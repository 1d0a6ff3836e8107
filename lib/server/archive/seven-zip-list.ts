import type { ListedEntry } from "./archive-entry";

/**
 * Reads `7zz l -slt`: after a line of dashes a block of `Field = value` lines per entry, an empty line between them. Control
 * characters in names are replaced by 7-Zip, so that a name is never more than a line.
 */
export function createSevenZipList(onEntry: (entry: ListedEntry) => void) {
  let isBegun = false;
  let fields = new Map<string, string>();
  const end = () => {
    if (fields.has("Path")) onEntry(toEntry(fields));
    fields = new Map();
  };
  return {
    take(line: string): void {
      if (!isBegun) isBegun = /^-{10,}$/.test(line);
      else if (line === "") end();
      else {
        const equals = line.indexOf(" = ");
        // An empty value loses the space behind the sign on its way.
        if (equals > 0) fields.set(line.slice(0, equals), line.slice(equals + 3));
      }
    },
    end,
  };
}

function toEntry(fields: ReadonlyMap<string, string>): ListedEntry {
  const text = (name: string) => fields.get(name) ?? "";
  const attributes = text("Attributes");
  // "D drwxr-xr-x", "A -rw-r--r--", or the letters of Windows alone.
  const unix = /(?:^| )([-dlcbps])([-rwxsStT]{9})$/.exec(attributes);
  const isFolder = text("Folder") === "+" || /^\S*D/.test(attributes) || unix?.[1] === "d";
  const isLink = ["Symbolic Link", "Hard Link", "Copy Link"].some((name) => text(name) !== "");
  const isStrange =
    (unix !== null && !"-d".includes(unix[1] ?? "")) || text("Alternate Stream") === "+" || text("Anti") === "+";
  return {
    path: text("Path").replace(/\/$/, ""),
    kind: isLink || isStrange ? "other" : isFolder ? "folder" : "file",
    sizeBytes: isFolder ? 0 : (number(text("Size")) ?? 0),
    packedBytes: number(text("Packed Size")),
    // 7-Zip prints the time of this machine's zone, to 100 ns.
    mtimeMs: Date.parse(text("Modified").slice(0, 23).replace(" ", "T")) || 0,
    mode: unix === null ? null : modeOf(unix[2] ?? ""),
    isEncrypted: text("Encrypted") === "+",
  };
}

function number(text: string): number | null {
  const value = Number(text);
  return text === "" || !Number.isSafeInteger(value) || value < 0 ? null : value;
}

/** "rwxr-xr-x" without set-user-id and its like. */
function modeOf(letters: string): number {
  return letters.split("").reduce((mode, letter) => mode * 2 + (/[rwxst]/.test(letter) ? 1 : 0), 0);
}
