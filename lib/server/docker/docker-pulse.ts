import { patient } from "@/lib/server/base/patient";
import type { Pulse } from "@/lib/server/realtime/pulse";
import { askDocker } from "./ask-docker";

/** For tables of what Docker has: they are read every few seconds, and say much sooner that it doesn't answer. */
export const dockerPulse: Pulse = {
  everyMs: 1_000,
  lateMs: patient(1_500),
  ask: () =>
    askDocker("", (docker, abortSignal) => {
      // The package passes it on; its types don’t know it.
      const ping: (options: { abortSignal: AbortSignal }) => Promise<unknown> = docker.ping.bind(docker);
      return ping({ abortSignal });
    }),
};
