import { get } from "node:http";
import { json } from "node:stream/consumers";
import { beforeEach } from "vitest";
import type { Containers } from "./containers-fixture";

type Found = { Id?: string; Name?: string };

/** Before another try of a test in this group, what the one before has left in the daemon goes: its names would be in use. */
export function undoTries(daemonOf: () => Pick<Containers, "docker" | "socket">): void {
  let before: Record<keyof typeof kinds, string[]>;
  beforeEach(async ({ task }) => {
    const { docker, socket } = daemonOf();
    const now = await look(socket);
    if ((task.result?.retryCount ?? 0) === 0) before = now;
    else
      for (const [kind, { remove }] of entries) {
        const left = now[kind].filter((id) => !before[kind].includes(id));
        if (left.length > 0) await docker(...remove, ...left);
      }
  });
}

const kinds = {
  containers: { place: "/containers/json?all=1", remove: ["rm", "-f", "-v"], inside: null },
  networks: { place: "/networks", remove: ["network", "rm"], inside: null },
  volumes: { place: "/volumes", remove: ["volume", "rm", "-f"], inside: "Volumes" },
} as const;
const entries = Object.entries(kinds) as [keyof typeof kinds, (typeof kinds)[keyof typeof kinds]][]; // its own keys

/** By the socket: a program for each of them before each test would take longer than some tests. */
async function look(socketPath: string): Promise<Record<keyof typeof kinds, string[]>> {
  const ids = async ({ place, inside }: (typeof kinds)[keyof typeof kinds]) => {
    const answer = await new Promise<unknown>((resolve, reject) =>
      get({ socketPath, path: place }, (response) => void json(response).then(resolve, reject)).once("error", reject),
    );
    const found = (inside === null ? answer : (answer as Record<string, unknown>)[inside]) as Found[] | null; // as the daemon's API has it
    return (found ?? []).map(({ Id, Name }) => Id ?? Name ?? "");
  };
  return {
    containers: await ids(kinds.containers),
    networks: await ids(kinds.networks),
    volumes: await ids(kinds.volumes),
  };
}
