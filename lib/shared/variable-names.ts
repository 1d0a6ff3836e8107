/** Set by us for every shell, or read by a shell or the loader before anything else: whoever sets them runs programs of their own. */
const taken = new Set(
  (
    "PATH HOME USER LOGNAME SHELL TERM COLORTERM TERM_PROGRAM PWD OLDPWD SHLVL IFS ENV BASH_ENV BASHOPTS SHELLOPTS PROMPT_COMMAND PS0 PS1 PS2 PS4 " +
    "CDPATH GLOBIGNORE HISTFILE INPUTRC ZDOTDIR FPATH GCONV_PATH GETCONF_DIR LOCPATH NLSPATH HOSTALIASES RESOLV_HOST_CONF TMPDIR UID EUID GID"
  ).split(" "),
);
const takenBeginnings = /^(?:LD_|FILEDECK_|BASH_FUNC_|GLIBC_|MALLOC_|DYLD_)/;

/** Why a variable may not be called so, or null. */
export function variableNameProblem(name: string): "pattern" | "taken" | null {
  if (!/^[A-Za-z_][A-Za-z0-9_]{0,63}$/.test(name)) return "pattern";
  return taken.has(name) || takenBeginnings.test(name) ? "taken" : null;
}

/** What names of people who are no administrators begin with: nothing that is on a machine reads such ones, to our knowledge. */
export const neutralBeginnings = ["SITE_", "TEAM_", "PROJECT_", "COMPANY_", "OUR_"] as const;

/** Read by programs, and no more than a choice to them, whatever the value. */
const harmless: ReadonlySet<string> = new Set(["NO_COLOR", "FORCE_COLOR", "CLICOLOR", "CLICOLOR_FORCE"]);

/**
 * Whether a variable of this name makes nobody's program do anything. A list of those that do (`MAILPATH`, `LESSOPEN`, `NODE_OPTIONS`) never ends:
 * it is the others that are listed.
 */
export function isNeutralName(name: string): boolean {
  return harmless.has(name) || neutralBeginnings.some((beginning) => name.startsWith(beginning));
}

type Kept = { name: string; audience: string; isTrusted?: boolean | undefined };

/** Whether a variable that is kept is given to nobody: no administrator has set it, and it is none that anybody may. */
export function isHeldBack({ name, audience, isTrusted }: Kept): boolean {
  if (variableNameProblem(name) !== null) return true;
  return audience === "others" && isTrusted !== true && !isNeutralName(name);
}
