import { afterEach, describe, expect, test, vi } from "vitest";
import { cryptoContract } from "@/lib/contracts/crypto";
import { runKeyJob } from "@/lib/server/crypto/key-file/run-key-job";
import { importKey } from "@/lib/server/crypto/manage-keys";
import { startSshd, whyNoSshd, type Sshd } from "@/lib/server/process/sshd-fixture";
import { createSftpSession } from "@/lib/server/storage/sftp/create-sftp-session";
import { allConnections, endConnection, type Connection } from "./connections";
import { setUpConnections } from "./connections-fixture";
import { updateHost } from "./manage-hosts";
import { openSession, sftpClientFor } from "./open-session";
import { openStream } from "./open-stream";
import { openRemoteShell } from "./remote-shell";
import { sweepConnections } from "./sweep-connections";

const { as, serve, save, somebody, connect, keyOf, db } = setUpConnections();
const signal = new AbortController().signal;
const size = { cols: 80, rows: 24 };

async function openShell(connection: Connection) {
  const shell = await openSession(connection, (one) =>
    openRemoteShell({ connection: one, startFolder: "", startCommand: "", size }),
  );
  let text = "";
  const exit = new Promise((resolve) => shell.listen({ data: (bytes) => (text += bytes.toString()), exit: resolve }));
  return { shell, exit, text: () => text };
}

const run = (connection: Connection, command: string) =>
  openSession(connection, async (one) => {
    const { stream, ended, exit } = await openStream((took) => one.client.exec(command, took), one.name);
    stream.resume();
    await ended;
    return exit().code;
  });

const reason = whyNoSshd();

describe.skipIf(reason !== null)(
  `a host with MaxSessions 2${reason === null ? "" : `, passed over: ${reason}`}`,
  () => {
    let sshd: Sshd | undefined;
    afterEach(() => sshd?.stop());

    /** Signed in at with a locked key, whose passphrase was asked for once. */
    async function connected() {
      sshd = await startSshd({ maxSessions: 2 });
      const keyJob = { open: sshd.privateKey, passphrase: "", comment: null, lock: "secret" };
      const { privateKey } = await runKeyJob(keyJob, "mia", signal);
      const input = cryptoContract.importKey.input.parse({ name: "k", text: privateKey, passphrase: "secret" });
      const { key } = await importKey(input, as("mia"));
      const id = await save({ port: sshd.port, username: sshd.user, auth: "key", key_id: key.id });
      const { person, asked } = somebody("secret");
      const connection = await connect(id, person);
      expect(asked.length).toBe(1);
      return { id, connection, asked };
    }

    test("terminals, files, and commands at once go over others of the same user, for which nobody is asked", async () => {
      const { connection, asked } = await connected();
      const first = await openShell(connection);
      const files = await createSftpSession(sftpClientFor(connection));
      expect(connection.others.size).toBe(0);
      const second = await openShell(connection);
      const more = await Promise.all([openShell(connection), openShell(connection), run(connection, "exit 3")]);
      expect(more[2]).toBe(3);
      // Two sessions each: three shells, files and a command need three.
      expect([connection.others.size, asked.length]).toEqual([2, 1]);
      for (const { shell, text } of [first, second, more[0], more[1]]) {
        shell.write("echo $((40+2))-here\n");
        await vi.waitFor(() => expect(text()).toContain("42-here"));
      }
      expect(await files.realpath(".")).toBe(sshd?.home);
      files.end();
      endConnection(connection);
      await Promise.all([first.exit, second.exit, more[0].exit, more[1].exit]);
      await vi.waitFor(() => expect(allConnections()).toEqual([]));
      expect(connection.others.size).toBe(0);
    });

    test("there are no more of them than the limit, and the reason is said", async () => {
      const { connection } = await connected();
      const shells = [];
      for (let count = 0; count < 8; count++) shells.push(await openShell(connection));
      expect([allConnections().length, connection.others.size]).toEqual([4, 3]);
      expect(await keyOf(openShell(connection))).toBe("ssh/too-many-sessions");
      expect(await keyOf(createSftpSession(sftpClientFor(connection)))).toBe("ssh/too-many-sessions");
      // There is room again on any of them.
      await shells[5]?.shell.end();
      await vi.waitFor(async () => expect(await keyOf(openShell(connection))).toBe("done"));
    });

    test("one that nothing uses is closed, and the first is kept as long as another is in use", async () => {
      const { connection } = await connected();
      const shells = [];
      for (let count = 0; count < 3; count++) shells.push(await openShell(connection));
      const [other] = connection.others;
      await shells[0]?.shell.end();
      await shells[1]?.shell.end();
      const later = Date.now() + 3_600_000;
      sweepConnections();
      sweepConnections(later);
      expect(allConnections()).toEqual([connection, other]);
      await shells[2]?.shell.end();
      sweepConnections(later + 3_600_000);
      await vi.waitFor(() => expect(allConnections()).toEqual([connection]));
      sweepConnections(later + 7_200_000);
      await vi.waitFor(() => expect(allConnections()).toEqual([]));
    });
  },
);

test("a password that was typed is in hand for others, but goes nowhere else", async () => {
  const passwords: string[] = [];
  const server = await serve({
    maxSessions: 1,
    signIn(attempt) {
      if (attempt.method !== "password") return attempt.reject(["password"]);
      passwords.push(attempt.password);
      return attempt.password === "typed" ? attempt.accept() : attempt.reject(["password"]);
    },
  });
  const id = await save({ port: server.port });
  const { person, asked } = somebody("wrong", "typed");
  const connection = await connect(id, person);
  await openShell(connection);
  await openShell(connection);
  expect([passwords, asked.length]).toEqual([["wrong", "typed", "typed"], 2]);
  // What the record says now is another host: nothing is typed there for anybody.
  await db().sshHost.update({ where: { id }, data: { address: "127.0.0.9", port: 1 } });
  await openShell(connection);
  expect(server.connections()).toBe(3);
  await updateHost({ id, name: "other", username: "tom" }, as("mia"));
  await vi.waitFor(() => expect(server.connections()).toBe(0));
});

test("where somebody would have to answer, the reason is said, and the host is left in peace for a while", async () => {
  let signIns = 0;
  const server = await serve({
    maxSessions: 1,
    signIn(attempt) {
      if (attempt.method !== "keyboard-interactive") return attempt.reject(["keyboard-interactive"]);
      signIns++;
      return attempt.prompt([{ prompt: "Code:", echo: true }], "Login", "", ([code]) =>
        code === "123456" ? attempt.accept() : attempt.reject(["keyboard-interactive"]),
      );
    },
  });
  const { person, asked } = somebody("123456");
  const connection = await connect(await save({ port: server.port }), person);
  await openShell(connection);
  for (let count = 0; count < 3; count++) expect(await keyOf(openShell(connection))).toBe("ssh/too-many-sessions");
  expect([asked.length, signIns]).toEqual([1, 2]);
  await vi.waitFor(() => expect(server.connections()).toBe(1));
});
