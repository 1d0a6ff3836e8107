import { rmSync } from "node:fs";
import { createServer, request as ask } from "node:http";
import path from "node:path";
import { vi } from "vitest";
import { makeOwnedFolder } from "./owned-folder-fixture.mjs";

type Held = {
  /** Resolves when it is there. */
  reached: Promise<void>;
  release: () => void;
};

export type Door = {
  /** The next request like that, such as `POST /containers/create?name=x`, waits, or what the daemon answers to it. */
  hold: (pattern: RegExp, what?: "request" | "answer") => Held;
  close: () => Promise<void>;
};

/** In front of the daemon at this socket, and what services ask from here on. */
export async function openDoor(socketPath: string): Promise<Door> {
  const dir = makeOwnedFolder("door");
  const waiting: { pattern: RegExp; what: "request" | "answer"; gate: Gate }[] = [];
  const server = createServer((incoming, response) => {
    const { method, headers, url = "" } = incoming;
    const index = waiting.findIndex(({ pattern }) => pattern.test(`${method} ${url.replace(/^\/v[\d.]+/, "")}`));
    const [held] = index < 0 ? [] : waiting.splice(index, 1);
    const at = (what: "request" | "answer", go: () => void) => {
      if (held?.what !== what) go();
      else void held.gate.pass().then(go);
    };
    at("request", () => {
      const outgoing = ask({ socketPath, path: url, method, headers }, (answer) =>
        at("answer", () => {
          response.writeHead(answer.statusCode ?? 502, answer.headers);
          response.flushHeaders(); // of events, which may be long in coming
          answer.pipe(response);
        }),
      );
      outgoing.on("error", () => response.destroy());
      response.on("close", () => outgoing.destroy());
      incoming.pipe(outgoing);
    });
  });
  const own = path.join(dir, "docker.sock");
  await new Promise<void>((resolve) => server.listen(own, resolve));
  vi.stubEnv("DOCKER_HOST", `unix://${own}`);
  return {
    hold(pattern, what = "request") {
      const gate = makeGate();
      waiting.push({ pattern, what, gate });
      return gate;
    },
    async close() {
      vi.stubEnv("DOCKER_HOST", `unix://${socketPath}`);
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      rmSync(dir, { recursive: true });
    },
  };
}

type Gate = Held & { pass: () => Promise<void> };

function makeGate(): Gate {
  let [arrive, release] = [() => {}, () => {}];
  const reached = new Promise<void>((resolve) => (arrive = resolve));
  const released = new Promise<void>((resolve) => (release = resolve));
  return {
    reached,
    release: () => release(),
    pass() {
      arrive();
      return released;
    },
  };
}
