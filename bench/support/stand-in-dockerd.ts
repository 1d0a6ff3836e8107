import { createServer } from "node:http";
import path from "node:path";

const counts = { containers: 2_000, images: 5_000, networks: 1_000, volumes: 2_000 };
const eventEveryMs = 1_000;
/** Other than by their names, the last are the newest. */
const hourS = 3_600;

/** Answers like a Docker daemon that has far more than one could be given here in a minute; a tenth of its containers are in another state each time. */
export async function startStandIn(dir: string): Promise<{ address: string; stop: () => Promise<void> }> {
  const began = Math.floor(Date.now() / 1000);
  const createdAt = (index: number) => began - 10_000 * hourS + index * hourS;
  let look = 0;
  const answers: Record<string, () => unknown> = {
    "/containers/json": () => {
      look++;
      return many(counts.containers, (index) => {
        const isUp = (index + look) % 10 !== 0;
        return {
          Id: id(index),
          Names: [`/container-${number(index)}`],
          Image: `registry.example/image-${number(index)}:1`,
          ImageID: `sha256:${id(index)}`,
          State: isUp ? "created" : "exited",
          Status: isUp ? "Created" : "Exited (0) 2 hours ago",
          Created: createdAt(index),
          Ports: [],
          Labels: {},
          Mounts: [],
          NetworkSettings: { Networks: {} },
        };
      });
    },
    "/images/json": () =>
      many(counts.images, (index) => ({
        Id: `sha256:${id(index)}`,
        RepoTags: [`registry.example/image-${number(index)}:1`],
        Size: 1_000_000 + index,
        Created: createdAt(index),
        Labels: {},
      })),
    "/networks": () =>
      many(counts.networks, (index) => ({
        Id: id(index),
        Name: `network-${number(index)}`,
        Driver: "bridge",
        Internal: false,
        Created: new Date(createdAt(index) * 1000).toISOString(),
        IPAM: { Config: [] },
        Labels: {},
      })),
    "/volumes": () => ({
      Volumes: many(counts.volumes, (index) => ({
        Name: `volume-${number(index)}`,
        Driver: "local",
        CreatedAt: new Date(createdAt(index) * 1000).toISOString(),
        Labels: {},
      })),
      Warnings: null,
    }),
    "/system/df": () => ({ Volumes: [] }),
    "/_ping": () => "OK",
  };
  const server = createServer((request, response) => {
    const asked = (request.url ?? "").replace(/^\/v[\d.]+/, "").replace(/\?.*$/, "");
    response.setHeader("content-type", "application/json");
    if (asked === "/events") {
      const timer = setInterval(() => response.write('{"Type":"container","Action":"start"}\n'), eventEveryMs);
      response.once("close", () => clearInterval(timer));
      response.flushHeaders();
      return;
    }
    const answer = answers[asked];
    if (answer === undefined) response.statusCode = 404;
    response.end(JSON.stringify(answer?.() ?? { message: "no such thing" }));
  });
  const socket = path.join(dir, "docker.sock");
  await new Promise<void>((resolve) => void server.listen(socket, resolve));
  return {
    address: `unix://${socket}`,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

const many = <T>(count: number, make: (index: number) => T): T[] => Array.from({ length: count }, (_, at) => make(at));
const number = (index: number) => String(index).padStart(5, "0");
const id = (index: number) => index.toString(16).padStart(64, "a");
