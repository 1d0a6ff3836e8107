import { once } from "node:events";
import { createServer, connect, type AddressInfo, type Server, type Socket } from "node:net";
import ssh2, { type Client } from "ssh2";
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { isAppError } from "@/lib/shared/errors";
import { freePort } from "@/lib/server/process/reserve-fixture";
import { startSshd, whyNoSshd, type Sshd } from "@/lib/server/process/sshd-fixture";
import { recheckAll } from "@/lib/server/session/recheck";
import { openForward, type Forward, type Traffic } from "./open-forward";

const missing = whyNoSshd();
if (missing !== null) console.log(`forwards: skipped, ${missing}`);

describe.skipIf(missing !== null)("a port by way of a real sshd", () => {
  let sshd: Sshd;
  let client: Client;
  let target: Server;
  let targetPort = 0;
  const closing: (() => void)[] = [];

  beforeAll(async () => {
    sshd = await startSshd();
    client = new ssh2.Client();
    client.on("error", () => {});
    client.connect({ host: "127.0.0.1", port: sshd.port, username: sshd.user, privateKey: sshd.privateKey });
    await once(client, "ready");
    // Says back what it gets, and good-bye when the other side is through.
    target = createServer({ allowHalfOpen: true }, (socket) => {
      socket.on("error", () => {});
      socket.on("data", (bytes) => socket.write(`<${bytes.toString()}>`));
      socket.on("end", () => socket.end("bye"));
    }).listen(0, "127.0.0.1");
    await once(target, "listening");
    targetPort = portOf(target);
  });
  afterEach(() => closing.splice(0).forEach((close) => close()));
  afterAll(async () => {
    client.end();
    target.close();
    await sshd.stop();
  });

  const portOf = (server: Server) => (server.address() as AddressInfo).port; // of a TCP server

  async function begin(kind: Forward["kind"], change: Partial<Forward> = {}, right = { lan: true }) {
    const bindPort = await freePort();
    const traffic: Traffic = { connections: 0, bytesOut: 0, bytesIn: 0 };
    const forward = { kind, bindAddress: "127.0.0.1", bindPort, targetAddress: "127.0.0.1", targetPort, ...change };
    const close = await openForward({
      client,
      forward,
      traffic,
      reach: () => Promise.resolve({ lan: right.lan }),
      host: "box",
    });
    closing.push(close);
    return { port: forward.bindPort, traffic, close };
  }

  async function talk(socket: Socket, text: string): Promise<string> {
    let got = "";
    socket.on("data", (bytes) => (got += bytes.toString()));
    socket.on("error", () => {}); // `close` follows
    socket.end(text);
    await new Promise((resolve) => socket.once("close", resolve));
    return got;
  }
  const call = (port: number) => connect({ port, host: "127.0.0.1" });

  test.each(["local", "remote"] as const)(
    "%s: bytes go both ways, halves close one by one, and are counted",
    async (kind) => {
      const { port, traffic } = await begin(kind);
      expect(await talk(call(port), "hello")).toBe("<hello>bye");
      await vi.waitFor(() => expect(traffic).toEqual({ connections: 0, bytesOut: 5, bytesIn: 10 }));
    },
  );

  test("dynamic: goes where a SOCKS client says, and says when it cannot", async () => {
    const { port } = await begin("dynamic");
    const ask = async (address: Buffer, to: number) => {
      const socket = call(port);
      const next = async () => ((await once(socket, "data")) as [Buffer])[0];
      socket.write(Buffer.from([5, 1, 0]));
      expect([...(await next())]).toEqual([5, 0]);
      socket.write(Buffer.concat([Buffer.from([5, 1, 0]), address, Buffer.from([to >> 8, to & 255])]));
      return { socket, reply: (await next())[1] };
    };
    const byAddress = await ask(Buffer.from([1, 127, 0, 0, 1]), targetPort);
    expect(byAddress.reply).toBe(0);
    expect(await talk(byAddress.socket, "a")).toBe("<a>bye");
    const byName = await ask(Buffer.concat([Buffer.from([3, 9]), Buffer.from("localhost")]), targetPort);
    expect(byName.reply).toBe(0);
    byName.socket.destroy();
    expect((await ask(Buffer.from([1, 127, 0, 0, 1]), 1)).reply).toBe(5);
  });

  test("what is no SOCKS client is let go", async () => {
    const { port } = await begin("dynamic");
    expect(await talk(call(port), "GET / HTTP/1.1\r\n\r\n")).toBe("");
  });

  test("its end takes along what goes through it, here and there", async () => {
    for (const kind of ["local", "remote"] as const) {
      const { port, traffic, close } = await begin(kind);
      const socket = call(port);
      socket.on("error", () => {});
      socket.resume();
      socket.write("x");
      await vi.waitFor(() => expect(traffic.bytesIn).toBe(3));
      const closed = once(socket, "close");
      close();
      await closed;
      await vi.waitFor(async () => {
        const again = call(port);
        await expect(once(again, "connect")).rejects.toThrow(/ECONNREFUSED/);
      });
    }
  });

  test("a port that is taken is refused by its number", async () => {
    const { port } = await begin("local");
    const error = await begin("local", { bindPort: port }).catch((reason: unknown) => reason);
    expect(isAppError(error) && [error.key, error.params]).toEqual(["ssh/port-taken", { port }]);
    const there = await begin("remote", { bindPort: port }).catch((reason: unknown) => reason);
    expect(isAppError(there) && there.key).toBe("ssh/port-refused");
  });

  test("the host leads nobody into the local network who may not go there", async () => {
    const { port, traffic } = await begin("remote", {}, { lan: false });
    expect(await talk(call(port), "hello")).toBe("");
    expect(traffic.bytesOut).toBe(0);
  });

  test("the right to the local network is asked for each connection, and its loss ends those that are open", async () => {
    const right = { lan: true };
    const { port, traffic } = await begin("remote", {}, right);
    const socket = call(port);
    socket.on("error", () => {}); // `close` follows
    socket.resume();
    socket.write("x");
    await vi.waitFor(() => expect(traffic.bytesIn).toBe(3));
    const closed = once(socket, "close");
    right.lan = false;
    await recheckAll();
    await closed;
    expect(await talk(call(port), "hello")).toBe("");
    expect(traffic.bytesOut).toBe(1);
    right.lan = true;
    expect(await talk(call(port), "again")).toBe("<again>bye");
  });
});
