/** What a `.dockerignore` leaves out of a build, as the Docker CLI reads one: patterns from the folder's top, the last that matches counts. */
export type Ignored = {
  /** `path`: below the folder, with slashes. */
  isIgnored: (path: string) => boolean;
  /** Whether something below an ignored folder may come back. */
  hasExceptions: boolean;
};

type Rule = { parts: readonly string[]; isException: boolean };

export function parseIgnore(text: string, most: number): Ignored {
  const rules = text
    .split(/\r?\n/)
    .filter((line) => !line.startsWith("#"))
    .map((line) => line.trim())
    .filter((line) => line !== "" && line !== "!")
    .slice(0, most)
    .map(toRule);
  return {
    hasExceptions: rules.some(({ isException }) => isException),
    isIgnored(path) {
      const parts = path.split("/");
      let isOut = false;
      for (const { parts: pattern, isException } of rules)
        if (isOut === isException && isWithin(pattern, parts)) isOut = !isException;
      return isOut;
    },
  };
}

function toRule(line: string): Rule {
  const isException = line.startsWith("!");
  const parts: string[] = [];
  for (const part of (isException ? line.slice(1).trim() : line).split("/"))
    if (part === "..") parts.pop();
    else if (part !== "" && part !== ".") parts.push(part);
  return { parts, isException };
}

/** Whether the pattern names the path, or a folder that it is in. */
function isWithin(pattern: readonly string[], path: readonly string[]): boolean {
  // reached[i]: the first i parts of the pattern name what has been read of the path.
  let reached = pattern.map((_, index) => index === 0);
  reached.push(pattern.length === 0);
  reached = skipStars(reached, pattern);
  for (const part of path) {
    const next = reached.map((_, index) => {
      const before = pattern[index - 1];
      const own = pattern[index];
      return (
        (before !== undefined && before !== "**" && reached[index - 1] === true && isNamed(before, part)) ||
        (own === "**" && reached[index] === true)
      );
    });
    reached = skipStars(next, pattern);
    if (reached[pattern.length] === true) return true;
  }
  return false;
}

/** Two stars stand for any number of folders, also for none. */
function skipStars(reached: readonly boolean[], pattern: readonly string[]): boolean[] {
  const out = [...reached];
  for (const [index, part] of pattern.entries()) if (part === "**" && out[index] === true) out[index + 1] = true;
  return out;
}

/** `*` and `?` within one name, by going back to the last star alone. */
function isNamed(pattern: string, name: string): boolean {
  let [at, from, star, mark] = [0, 0, -1, 0];
  while (from < name.length) {
    const wanted = pattern[at];
    if (wanted === "*") [star, mark, at] = [at, from, at + 1];
    else if (wanted === "?" || wanted === name[from]) [at, from] = [at + 1, from + 1];
    else if (star >= 0) [mark, from, at] = [mark + 1, mark + 1, star + 1];
    else return false;
  }
  while (pattern[at] === "*") at++;
  return at === pattern.length;
}
