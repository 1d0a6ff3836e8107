const special = /[\\^$.*+?()[\]{}|/]/g;

/**
 * A glob as the source of a regular expression for the `u` flag: `*` and `?` within a name, `**` across folders, `[a-z]`, `[!a]`, `{a,b}`,
 * `\*`. What is not closed stands for itself.
 */
export function globToSource(glob: string): string {
  const chars = Array.from(glob);
  let out = "";
  let depth = 0;
  for (let index = 0; index < chars.length; index++) {
    const char = chars[index] ?? "";
    if (char === "\\" && index + 1 < chars.length) out += quote(chars[++index] ?? "");
    else if (char === "*") {
      const isDeep = chars[index + 1] === "*";
      while (chars[index + 1] === "*") index++;
      if (isDeep && chars[index + 1] === "/") {
        index++;
        out += "(?:[^/]*/)*";
      } else out += isDeep ? ".*" : "[^/]*";
    } else if (char === "?") out += "[^/]";
    else if (char === "[") {
      const end = findClassEnd(chars, index);
      out += end < 0 ? quote(char) : classSource(chars.slice(index + 1, end));
      if (end >= 0) index = end;
    } else if (char === "{" && hasEnd(chars, index)) {
      depth++;
      out += "(?:";
    } else if (char === "}" && depth > 0) {
      depth--;
      out += ")";
    } else if (char === "," && depth > 0) out += "|";
    else out += quote(char);
  }
  return out + ")".repeat(depth);
}

function quote(char: string): string {
  return char.replace(special, "\\$&");
}

/** A bracket at the very beginning of a class belongs to it. */
function findClassEnd(chars: readonly string[], start: number): number {
  const first = chars[start + 1] === "!" || chars[start + 1] === "^" ? start + 2 : start + 1;
  return chars.indexOf("]", first + 1);
}

function classSource(inner: readonly string[]): string {
  const isNegated = inner[0] === "!" || inner[0] === "^";
  const items = isNegated ? inner.slice(1) : inner;
  let out = "";
  for (let index = 0; index < items.length; index++) {
    const [from = "", dash, to] = items.slice(index, index + 3);
    const isRange = dash === "-" && to !== undefined && from <= to;
    out += isRange ? `${inClass(from)}-${inClass(to)}` : inClass(from);
    if (isRange) index += 2;
  }
  return isNegated ? `[^/${out}]` : `[${out}]`;
}

function inClass(char: string): string {
  return char === "-" ? "\\-" : quote(char);
}

function hasEnd(chars: readonly string[], start: number): boolean {
  return chars.indexOf("}", start) > 0;
}
