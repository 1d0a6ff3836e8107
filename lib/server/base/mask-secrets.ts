const isSecret = /pass|pwd|pw\b|secret|token|key|cred|auth|bearer|(?:^|[._-])sig/i;

/** `name=`, `--name `, `name:`, and `"name":`, each at its beginning. No longer to find than the text is. */
const named = /(?<![\w.-])([\w.-]+)(?:=|["']?\s*:\s?|\s+(?=[^\s-]))/g;
/** `//user:password@`. */
const signedIn = /\/\/[^\s/@]*@/g;
/** `user=name%password`, of mounts. */
const besideUser = /(?<=\buser(?:name)?=[^\s,%=]{0,100})%[^\s,]+/gi;

/** What looks like a secret in the options of a mount or a program is told without what it says. */
export function maskSecrets(text: string): string {
  const open = text.replace(signedIn, "//***@").replace(besideUser, "%***");
  let [masked, from] = ["", 0];
  for (const { index, 0: found, 1: name = "" } of open.matchAll(named)) {
    const at = index + found.length;
    if (index < from || at === open.length || !isSecret.test(name)) continue;
    // A word before another one is no more than that.
    if (/^[^-].*\s$/s.test(found) && !found.includes(":")) continue;
    masked += `${open.slice(from, at)}***`;
    from = endOf(open, { at, isQuoted: open[index - 1], isField: found.includes(":") });
  }
  return masked + open.slice(from);
}

type Value = {
  at: number;
  /** What stands before the name. */
  isQuoted: string | undefined;
  /** `name: value`, as in a header: up to the end of its line. */
  isField: boolean;
};

/** Where the value ends: at its own quotation mark or that of what it is in, or at a space or comma. */
function endOf(text: string, { at, isQuoted, isField }: Value): number {
  const own = text[at];
  const quote = own === '"' || own === "'" ? own : isQuoted === '"' || isQuoted === "'" ? isQuoted : null;
  if (quote !== null) {
    const end = text.indexOf(quote, own === quote ? at + 1 : at);
    return end < 0 ? text.length : own === quote ? end + 1 : end;
  }
  const rest = (isField ? /[\r\n]/ : /[\s,]/).exec(text.slice(at));
  return rest === null ? text.length : at + rest.index;
}
