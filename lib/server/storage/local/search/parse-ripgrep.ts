/** A match as ripgrep tells it; the text in Latin-1, one character per byte. */
export type RawMatch = { line: number; offset: number; text: string };
/** Matches of one file, path in Latin-1. A file with very many may come in several pieces. */
export type RawFile = { path: string; matches: RawMatch[] };

/** Longer matches are the work of `.*` on a file without line breaks: what is past this is left out. */
const keptBytes = 4_096;

/** Takes ripgrep's output as it comes and gives the files that are complete; memory is bounded, whatever the lines are. */
export function makeRipgrepParser(): (chunk: Buffer) => RawFile[] {
  let rest = "";
  let isOverlong = false;

  function takeRecord(record: string, files: RawFile[]): void {
    const end = record.indexOf("\0");
    const fields = /^(\d+):(\d+):/.exec(record.slice(end + 1, end + 64));
    if (end < 0 || fields === null) return;
    const path = record.slice(0, end);
    const text = record.slice(end + 1 + fields[0].length, end + 1 + fields[0].length + keptBytes);
    // With --crlf it ends its own lines that way, too.
    const match = { line: Number(fields[1]), offset: Number(fields[2]), text: text.replace(/\r$/, "") };
    const last = files.at(-1);
    if (last?.path === path) last.matches.push(match);
    else files.push({ path, matches: [match] });
  }

  return (chunk) => {
    const files: RawFile[] = [];
    const text = rest + chunk.toString("latin1");
    let from = 0;
    for (;;) {
      // A path may hold line breaks: a record ends at the first one behind its NUL.
      const nul = text.indexOf("\0", from);
      const end = isOverlong ? text.indexOf("\n", from) : nul < 0 ? -1 : text.indexOf("\n", nul);
      if (end < 0) break;
      if (isOverlong) isOverlong = false;
      else takeRecord(text.slice(from, end), files);
      from = end + 1;
    }
    rest = text.slice(from);
    if (isOverlong) rest = "";
    else if (rest.length > 4 * keptBytes + 4_096) {
      takeRecord(rest, files);
      rest = "";
      isOverlong = true;
    }
    return files;
  };
}
