import { connect, type Socket } from "node:net";
import { expect } from "@playwright/test";
import { signIn } from "../support/api-client";
import { basicOf, dav, makeAppPassword, turnDav } from "../support/dav-client";
import { serverTest as test } from "../support/server-test";
import { startFiledeck } from "../support/start-filedeck";

/** More than one user's bodies may hold, and than may wait for room. */
const many = 200;
const bytes = 250_000;

test("questions in XML that stop half-way are held up to a bound; more are refused, and what is short goes through", async () => {
  const server = await startFiledeck();
  const sockets: Socket[] = [];
  try {
    const root = await signIn(server);
    await turnDav(server, root, true);
    const password = await makeAppPassword(server, root);
    const statuses: string[] = [];
    const head = [
      "PROPFIND /dav/files/ HTTP/1.1",
      `host: 127.0.0.1:${server.port}`,
      `authorization: ${basicOf(password)}`,
      `content-length: ${bytes}`,
    ];
    for (let index = 0; index < many; index++) {
      const socket = connect(server.port, "127.0.0.1");
      sockets.push(socket);
      socket.on("error", () => {}); // refused while it sends
      socket.on("data", (chunk: Buffer) => statuses.push(chunk.toString("latin1", 9, 12)));
      socket.write(`${head.join("\r\n")}\r\n\r\n${" ".repeat(bytes / 2)}`);
    }
    await expect.poll(() => statuses.length).toBeGreaterThan(0);
    expect(new Set(statuses)).toEqual(new Set(["429"]));
    const usual = await dav(server, "PROPFIND", "files/", { as: password, headers: { depth: "0" } });
    expect(usual.status).toBe(207);
  } finally {
    for (const socket of sockets) socket.destroy();
    await server.remove();
  }
});
