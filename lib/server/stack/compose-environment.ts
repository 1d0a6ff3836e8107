import { homedir } from "node:os";
import { passedOnEnvironment } from "@/lib/server/process/spawn-child";

/** Where the daemon is, and what the command itself keeps: nothing else of ours, for a Compose file can ask for every variable. */
const ofDocker = ["DOCKER_HOST", "DOCKER_TLS_VERIFY", "DOCKER_CERT_PATH", "DOCKER_API_VERSION", "DOCKER_CONFIG"];

export function composeEnvironment(): Record<string, string> {
  return { ...passedOnEnvironment(ofDocker), HOME: homedir(), LANG: "C.UTF-8" };
}
