import { askDocker } from "./ask-docker";
import { runInContainer } from "./run-in-container";

const variable = "FILEDECK_TERMINAL";

/** What a shell and all that it starts carry in their environment. */
export function marked(mark: string): string {
  return `${variable}=${mark}`;
}

/** Of those that carry the mark, `$1`; and once more by force. Nothing of anybody's is in it. */
const script = `
each() { for p in /proc/[0-9]*; do grep -qsF "$1" "$p/environ" && kill "$2" "\${p#/proc/}" 2>/dev/null; done; }
each "$1" -HUP
sleep 1
each "$1" -KILL
true`;

/** Ends them from within the container, where their numbers are not known here: it is of another machine, or the server is in a container itself. */
export async function endMarked({ containerId, name, mark }: Record<"containerId" | "name" | "mark", string>) {
  await askDocker(name, (docker, abortSignal) =>
    runInContainer(docker.getContainer(containerId), ["sh", "-c", script, "sh", marked(mark)], abortSignal),
  );
}
