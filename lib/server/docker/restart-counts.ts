import type Docker from "dockerode";
import { chunked } from "@/lib/shared/chunked";
import { patient } from "@/lib/server/base/patient";
import { askDocker } from "./ask-docker";

/** So many are asked about, so many at once: the list does not say how often. */
const most = 100;
const atOnce = 10;
const patienceMs = patient(5_000);
/** One that has been up for longer is not among those that restart again and again. */
const soon = /^(?:Restarting|Up (?:Less than a second|\d+ seconds?|About a minute|[2-9] minutes))/;

/** How often the daemon has restarted those that it restarts, or that have run for less than ten minutes; by id. Those that nobody restarted are left out. */
export async function readRestartCounts(
  found: readonly Pick<Docker.ContainerInfo, "Id" | "State" | "Status">[],
): Promise<ReadonlyMap<string, number>> {
  const counts = new Map<string, number>();
  const asked = found.filter(({ State, Status }) => State === "restarting" || soon.test(Status)).slice(0, most);
  for (const part of chunked(asked, atOnce))
    await Promise.all(
      part.map(async ({ Id }) => {
        // One that has gone meanwhile restarts no more.
        const inspected = await askDocker(
          Id,
          (docker, abortSignal) => docker.getContainer(Id).inspect({ abortSignal }),
          { patienceMs },
        ).catch(() => null);
        if (inspected !== null && inspected.RestartCount > 0) counts.set(Id, inspected.RestartCount);
      }),
    );
  return counts;
}
