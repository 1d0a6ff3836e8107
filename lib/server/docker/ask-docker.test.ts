import { once } from "node:events";
import { createServer, type AddressInfo, type Socket } from "node:net";
import { expect, onTestFinished, test, vi } from "vitest";
import { askDocker } from "./ask-docker";

test.each([
  ["EACCES", "docker/denied"],
  ["EPERM", "docker/denied"],
  // With what helps in the container that this may be.
  ["ENOENT", expect.stringMatching(/^docker\/no-socket(?:-\w+)?$/)],
  ["ECONNREFUSED", "docker/unreachable"],
])("a socket that answers with %s is %s", async (code, key) => {
  const failure = Object.assign(new Error(`connect ${code} /var/run/docker.sock`), { code });
  await expect(askDocker("", () => Promise.reject(failure))).rejects.toMatchObject({ key });
});

test("a daemon that answers never is given up, though the question hears of no signal", async () => {
  const asked = askDocker("", () => new Promise<never>(() => {}), { mostMs: 50 });
  await expect(asked).rejects.toMatchObject({ key: "docker/unreachable" });
});

/** A daemon that says this to whoever asks it. */
async function startTold(answer: (socket: Socket) => void): Promise<void> {
  const sockets = new Set<Socket>();
  const daemon = createServer((socket) => {
    sockets.add(socket);
    socket.on("error", () => {}).once("data", () => answer(socket));
  });
  await new Promise<void>((resolve) => {
    daemon.listen(0, "127.0.0.1", resolve);
  });
  vi.stubEnv("DOCKER_HOST", `tcp://127.0.0.1:${(daemon.address() as AddressInfo).port}`); // a port, not a pipe
  onTestFinished(() => {
    vi.unstubAllEnvs();
    for (const socket of sockets) socket.destroy();
    daemon.close();
  });
}

test("logs whose lines are chunks of their own leave turns to everybody", async () => {
  const [followers, chunks] = [3, 20_000];
  await startTold((socket) => {
    socket.write("HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n");
    socket.end(`${"1\r\na\r\n".repeat(chunks)}0\r\n\r\n`);
  });
  let [most, count, bytes] = [0, 0, 0];
  const follow = async () => {
    const log = await askDocker("", (docker) => docker.getContainer("loud").logs({ follow: true, stdout: true }));
    log.on("data", (chunk: Buffer) => {
      if (count === 0) setImmediate(() => (count = 0));
      count += chunk.length;
      bytes += chunk.length;
      most = Math.max(most, count);
      // As reading it would.
      for (const end = performance.now() + 0.005; performance.now() < end;);
    });
    await once(log, "end");
  };
  await Promise.all(Array.from({ length: followers }, follow));
  expect(bytes).toBe(followers * chunks);
  expect(most).toBeLessThan(10_000);
});

test("a daemon that falls silent is given up where that was set", async () => {
  await startTold(() => {});
  vi.stubEnv("DOCKER_CLIENT_TIMEOUT", "100");
  await expect(askDocker("", (docker) => docker.ping())).rejects.toMatchObject({ key: "docker/unreachable" });
});
