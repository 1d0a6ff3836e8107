import type Docker from "dockerode";
import { AppError } from "@/lib/shared/errors";
import { runInContainer } from "./run-in-container";

/**
 * Nothing of anybody's is in it. `command -v` would do but for busybox, whose shell names programs that it has built in, and that nobody else can
 * start.
 */
const probe = `IFS=:
for name in bash ash sh; do
  for folder in $PATH; do
    [ -f "$folder/$name" ] && [ -x "$folder/$name" ] && echo "$folder/$name" && exit
  done
done`;

/** The best of the shells that a container has. Throws docker/no-shell. */
export async function findShell(
  container: Docker.Container,
  { name, abortSignal }: { name: string; abortSignal: AbortSignal },
): Promise<string> {
  const said = await runInContainer(container, ["sh", "-c", probe], abortSignal);
  const [shell] = /^\/[\w./+-]{1,255}$/m.exec(said.replaceAll("\r", "")) ?? [];
  if (shell === undefined) throw new AppError("docker/no-shell", { name });
  return shell;
}
