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
