import { mkdir, mkdtemp, realpath, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, beforeEach } from "vitest";
import { startSshd, type Sshd } from "@/lib/server/process/sshd-fixture";
import { openStorage } from "@/lib/server/storage/open-storage";
import type { Storage } from "@/lib/server/storage/storage";
import { connectTo } from "./sftp-fixture";
import { createSftpAdapter } from "./sftp-adapter";

/** For the tests of a block: a root `disk`, a root `host` on a server that is this machine, both empty before each of them, and a root `away` on none. */
export function useHostBesideDisk() {
  let sshd: Sshd;
  let connection: ReturnType<typeof connectTo>;
  let base: string;
  let storage: Storage;

  beforeAll(async () => {
    sshd = await startSshd();
    connection = connectTo(sshd);
    base = await realpath(await mkdtemp(path.join(tmpdir(), "storage-")));
  });
  afterAll(async () => {
    connection.end();
    await sshd.stop();
    await rm(base, { recursive: true, force: true });
  });
  beforeEach(async () => {
    for (const name of ["disk", "host"]) {
      await rm(path.join(base, name), { recursive: true, force: true });
      await mkdir(path.join(base, name));
    }
    const makeStorage = await openBeside(base, connection.open);
    const roots = [
      { id: "disk", note: "", place: path.join(base, "disk"), writable: true },
      { id: "host", note: "", place: `sftp:host${base}/host`, writable: true },
      { id: "away", note: "", place: "sftp:elsewhere/srv", writable: true },
    ];
    storage = makeStorage({
      roots,
      scopes: null,
      protectedPaths: ["sftp:elsewhere/srv/x"],
      asker: { userId: "mia", tokenId: null },
    });
  });
  return { besideDisk: () => ({ base, storage, openSession: () => connection.open("host", null) }) };
}

/** What makes storages of this disk, with the journal in a folder, and of hosts that are reached so. */
export function openBeside(folder: string, connect: Parameters<typeof createSftpAdapter>[0]) {
  return openStorage({
    journalFile: path.join(folder, "journal"),
    hiddenDirs: [],
    searchIndex: () => null,
    others: [createSftpAdapter(connect)],
  });
}
