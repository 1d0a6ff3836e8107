export type Split = { words: string[]; problem: "command" | "quote" | null };

/**
 * A line into words as a shell reads quotation marks and backslashes (POSIX 2.2), and nothing else of what it does: no variables, no patterns, no pipes.
 * `quote`: one is not closed.
 */
export function splitWords(line: string): Split {
  const words: string[] = [];
  let word: string | null = null;
  let quote: '"' | "'" | null = null;
  for (let at = 0; at < line.length; at++) {
    const sign = line.charAt(at);
    const next = line.charAt(at + 1);
    if (quote === "'") {
      if (sign === "'") quote = null;
      else word = (word ?? "") + sign;
    } else if (sign === "\\" && (quote === null || /["\\$`]/.test(next))) {
      if (next === "") return { words, problem: "quote" };
      word = (word ?? "") + next;
      at++;
    } else if (quote === '"') {
      if (sign === '"') quote = null;
      else word = (word ?? "") + sign;
    } else if (sign === '"' || sign === "'") {
      quote = sign;
      word ??= "";
    } else if (/\s/.test(sign)) {
      if (word !== null) words.push(word);
      word = null;
    } else word = (word ?? "") + sign;
  }
  if (quote !== null) return { words, problem: "quote" };
  if (word !== null) words.push(word);
  return { words, problem: words.length === 0 || words[0] === "" ? "command" : null };
}

/** Whether a line asks for what only a shell does: pipes, redirections, variables, several commands. */
export function wantsShell(line: string): boolean {
  const bare = line.replaceAll(/'[^']*'|\\./g, "");
  return /[$`]/.test(bare) || /[|&;<>*?()]/.test(bare.replaceAll(/"[^"]*"/g, ""));
}
