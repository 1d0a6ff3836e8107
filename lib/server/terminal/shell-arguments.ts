/** Those that take `-l`, and then read what sets up a session, such as /etc/profile. */
const loginShells = /^(?:ba|z|k|fi|a)?sh$/;
/** Of those the ones whose set-up often says the whole PATH anew. */
const posixShells = /^(?:ba|z|k|a)?sh$/;
/** A session that is set up, and then goes on with more folders. */
const withFolders = 'PATH="$PATH:$1"; export PATH; shift; exec "$0" "$@"';

type Shell = {
  program: string;
  /** Added to the end of PATH. */
  folders: readonly string[];
  /** A command line that it runs instead of asking for some. */
  command?: string | undefined;
};

/** What a shell is started with; `path`: what PATH is to have before that beside its own, for shells that keep it. */
export function shellArguments({ program, folders, command }: Shell): { args: string[]; path: readonly string[] } {
  const name = program.slice(program.lastIndexOf("/") + 1);
  const own = command === undefined ? [] : ["-c", command];
  if (!loginShells.test(name)) return { args: own, path: folders };
  if (folders.length === 0 || !posixShells.test(name)) return { args: ["-l", ...own], path: folders };
  return { args: ["-l", "-c", withFolders, program, folders.join(":"), ...own], path: [] };
}
