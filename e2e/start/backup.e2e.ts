import { execFile } from "node:child_process";
import path from "node:path";
import { promisify } from "node:util";
import { expect, test } from "@playwright/test";
import { call, makeUser, signIn } from "../support/api-client";
import { startFiledeck, type Filedeck } from "../support/start-filedeck";

const run = promisify(execFile);

/** As an operator runs it beside the server, with only the data folder known. */
const command = ({ dataDir }: Pick<Filedeck, "dataDir">, ...args: string[]) =>
  run(process.execPath, ["dist/server.mjs", ...args], {
    env: { PATH: process.env["PATH"], NODE_ENV: "production", FILEDECK_DATA: dataDir },
  });

test("a backup made beside a running server brings back its users at the next start", async () => {
  const server = await startFiledeck();
  let again: Filedeck | null = null;
  try {
    const root = await signIn(server);
    const kept = await makeUser(server, root, { permissions: ["file_read"] });
    const file = path.join(server.workDir, "backup.filedeck");
    expect((await command(server, "backup", file)).stderr).toContain(`Backup written to ${file}.`);
    const later = await makeUser(server, root);
    await call(server, `user/users/${kept.id}`, { method: "DELETE", session: root });
    expect((await command(server, "restore", file)).stderr).toContain("is ready. Start or restart");
    expect((await call(server, "user/userInfo/get", { session: root })).status).toBe(200);

    await server.stop();
    again = await startFiledeck({ workDir: server.workDir });
    expect((await call(again, "user/userInfo/get", { session: root })).status).toBe(401);
    await signIn(again, kept);
    const { status } = await call(again, "user/login", { body: later });
    expect(status).toBe(401);
  } finally {
    await (again ?? server).remove();
  }
});
