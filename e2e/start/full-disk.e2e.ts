import { closeSync, existsSync, openSync, readFileSync, rmSync, statfsSync, writeSync } from "node:fs";
import path from "node:path";
import { expect, test } from "@playwright/test";
import { tryTmpfs } from "@/lib/server/storage/conformance/mounts";
import { call, signIn, type Session } from "../support/api-client";
import { finishTask } from "../support/finish-task";
import { startFiledeck, type Filedeck } from "../support/start-filedeck";

const mib = 1024 * 1024;

async function onSmallDisk(run: (server: Filedeck) => Promise<void>): Promise<void> {
  const mount = tryTmpfs("64m");
  if ("reason" in mount) {
    console.warn(mount.reason);
    test.skip(true, mount.reason);
    return;
  }
  const server = await startFiledeck({ workDir: mount.path });
  try {
    await run(server);
  } finally {
    await server.stop();
    mount.unmount();
  }
}

const upload = (server: Filedeck, session: Session, name: string, bytes: number) =>
  call(server, `file/files/${name}`, { session, method: "PUT", body: Buffer.alloc(bytes, name) });

/** What another program does: to the last byte, whatever we keep in reserve. */
function fillUp(server: Filedeck): void {
  const fd = openSync(path.join(server.workDir, "filler"), "a");
  const write = () => {
    for (;;) writeSync(fd, Buffer.alloc(4_096));
  };
  expect(write).toThrow(/ENOSPC/);
  closeSync(fd);
}

async function remove(server: Filedeck, session: Session, name: string): Promise<unknown> {
  const { status, answer } = await call<{ taskId: string }>(server, `file/files/${name}`, {
    session,
    method: "DELETE",
  });
  if (status !== 200) return status;
  return (await finishTask(server, session, answer.data.taskId)).state;
}

test("uploads cannot fill a disk on which the data is, too; filled by others, people still sign in and out, delete and empty the trash", async () => {
  await onSmallDisk(async (server) => {
    const session = await signIn(server);
    const statuses = [];
    for (const name of ["a", "b", "c", "d", "e", "f", "g", "h", "i"])
      statuses.push((await upload(server, session, name, 7 * mib)).status);
    expect(statuses.at(0)).toBe(200);
    expect(statuses.at(-1)).toBe(507);
    const { bavail, bsize, blocks } = statfsSync(server.workDir);
    expect(bavail).toBeGreaterThan(blocks * 0.02);
    expect(bavail * bsize).toBeLessThan(9 * mib);

    fillUp(server);
    const later = await signIn(server);
    expect(await remove(server, later, "a")).toBe("done");
    expect(await remove(server, later, "b?permanent=1")).toBe("done");
    expect(existsSync(path.join(server.filesDir, "b"))).toBe(false);
    const emptied = await call<{ taskId: string }>(server, "trash/empty", { session: later, body: {} });
    expect((await finishTask(server, later, emptied.answer.data.taskId)).state).toBe("done");
    expect((await call(server, "user/logout", { session: later, body: {} })).status).toBe(200);
    expect((await call(server, "user/userInfo/get", { session: later })).status).toBe(401);
    expect((await upload(server, session, "a", 7 * mib)).status).toBe(200);
  });
});

test("without any room at all the answers say so until deleting for good has made some", async () => {
  await onSmallDisk(async (server) => {
    const [session, other] = [await signIn(server), await signIn(server)];
    await upload(server, session, "a", 7 * mib);
    rmSync(path.join(server.dataDir, "ballast"));
    fillUp(server);
    const enter = async () => {
      const body = { username: session.username, password: session.password };
      const { status, answer } = await call(server, "user/login", { body });
      return `${status} ${answer.error}`;
    };
    // A page that the database has already may take the first.
    await expect.poll(enter).toBe("507 server/full");
    // Who leaves is out all the same, and it is noted where that takes no room.
    const out = await call(server, "user/logout", { session: other, body: {} });
    expect([
      out.status,
      out.headers.getSetCookie().some((line) => line.startsWith("filedeck.session.") && line.includes("=;")),
    ]).toEqual([200, true]);
    const statusOf = async (who: Session) => (await call(server, "user/userInfo/get", { session: who })).status;
    expect([await statusOf(other), await statusOf(session)]).toEqual([401, 200]);
    const [noted] = readFileSync(path.join(server.dataDir, "ended-sessions"), "latin1").split("\0");
    expect(noted).toMatch(/^[A-Za-z0-9]{22}$/);
    // Begun without a record, for which there is room at its end.
    expect(await remove(server, session, "a?permanent=1")).toBe("done");
    expect((await call(server, "user/logout", { session, body: {} })).status).toBe(200);
    expect(await statusOf(session)).toBe(401);
  });
});
