import { anything, joinArguments, splitWords, type WordParts } from "./command-words";

/** A program that a role may run: by its name, or an absolute host path; `args` is a pattern for its arguments, see {@link parsePattern}. */
export type RoleCommand = { program: string; args: string };
/** What somebody wants to run. */
export type WantedCommand = { program: string; args: readonly string[] };

/** `most` in a role; the others in characters, those of arguments all together: one of a program's may not be longer than 128 KiB on Linux. */
export const commandLimits = {
  most: 100,
  program: 256,
  pattern: 512,
  arguments: 200,
  argumentCharacters: 16_384,
} as const;

const programName = /^[A-Za-z0-9_+[][A-Za-z0-9_.+:@[\]-]*$/;
// oxlint-disable-next-line no-control-regex -- these are what is refused
const absolutePath = /^(?:\/(?!\.{1,2}(?:\/|$))[^\u0000-\u001f\u007f/]+)+$/;

/** Whether this is the name of a program, or an absolute path without `.` and `..`. Others lead to where somebody is, or is above. */
export function isProgram(text: string): boolean {
  return text.isWellFormed() && (programName.test(text) || absolutePath.test(text));
}

/** As it is listed and typed: the program, and behind it the pattern. */
export function lineOfCommand({ program, args }: RoleCommand): string {
  return `${joinArguments([program])} ${args}`.trim();
}

/** The reverse; null where the line begins with no program, or has no pattern behind it. */
export function readCommand(line: string): RoleCommand | null {
  for (let end = 0; end <= line.length; end++) {
    if (end < line.length && line.charAt(end) !== " ") continue;
    const [word, next] = splitWords(line.slice(0, end)) ?? [];
    if (word === undefined || next !== undefined) continue;
    const program = word.map((part) => (part === anything ? "*" : part)).join("");
    const args = line.slice(end).trim();
    return isProgram(program) && parsePattern(args) !== null ? { program, args } : null;
  }
  return null;
}

export type ArgumentPattern = {
  words: readonly WordParts[];
  /** Any more words may follow. */
  isOpen: boolean;
};

/**
 * A pattern for arguments: words in the quotes of a shell that must be there as they are, in this order, and none else. `*` in a word is any characters
 * but control characters; it makes no word an option, and leads to no folder above (`..`), where the pattern does not do so itself. `**` alone at the end is any further words,
 * options as well. Null where a quote is open, or `**` is somewhere else.
 */
export function parsePattern(pattern: string): ArgumentPattern | null {
  const words = splitWords(pattern);
  if (words === null) return null;
  const isOpen = words.at(-1) !== undefined && isRest(words.at(-1) ?? []);
  const fixed = isOpen ? words.slice(0, -1) : words;
  return fixed.some(isRest) ? null : { words: fixed, isOpen };
}

const isRest = (word: WordParts) => word.length === 2 && word.every((part) => part === anything);

/** Whether these are arguments that the pattern is for. Those that no program can be given as they are (NUL, halves of characters) are for none. */
export function matchesPattern({ words, isOpen }: ArgumentPattern, args: readonly string[]): boolean {
  if (args.length < words.length || (args.length > words.length && !isOpen)) return false;
  if (args.some((arg) => arg.includes("\0") || !arg.isWellFormed())) return false;
  return words.every((word, index) => matchesWord(word, args[index] ?? ""));
}

/** Of a role's commands the one that this is; null where it is none. */
export function findCommand(commands: readonly RoleCommand[], { program, args }: WantedCommand): RoleCommand | null {
  const isMeant = (one: RoleCommand) => {
    const pattern = one.program === program ? parsePattern(one.args) : null;
    return pattern !== null && matchesPattern(pattern, args);
  };
  return commands.find(isMeant) ?? null;
}

// oxlint-disable-next-line no-control-regex -- these are what is looked for
const control = /[\u0000-\u001f\u007f]/;
/** `..` as a part of a path, also behind what separates paths in options: `--file=../x`, `a:..`. */
const upwards = /(?:^|[/=:,])\.\.(?:$|[/:,])/;

function matchesWord(word: WordParts, arg: string): boolean {
  const texts = word.filter((part) => part !== anything);
  if (texts.length === word.length) return arg === texts.join("");
  const [first] = word;
  const isOption = typeof first === "string" && first.startsWith("-");
  if (arg.startsWith("-") && !isOption) return false;
  if (control.test(arg) || (upwards.test(arg) && !texts.some((text) => upwards.test(text)))) return false;
  return fillsGaps(word, arg);
}

/** Each text at the first place that is left for it, the last one at the end: no other way to place them fits where this does not. */
function fillsGaps(word: WordParts, arg: string): boolean {
  const [first, last] = [word[0], word.at(-1)];
  const prefix = typeof first === "string" ? first : "";
  const suffix = typeof last === "string" ? last : "";
  if (arg.length < prefix.length + suffix.length || !arg.startsWith(prefix) || !arg.endsWith(suffix)) return false;
  const end = arg.length - suffix.length;
  let at = prefix.length;
  for (const part of word.slice(prefix === "" ? 0 : 1, suffix === "" ? word.length : -1)) {
    if (part === anything) continue;
    const found = arg.indexOf(part, at);
    if (found < 0 || found + part.length > end) return false;
    at = found + part.length;
  }
  return true;
}
