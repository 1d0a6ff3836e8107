import path from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach } from "vitest";
import type { VirtualPath } from "@/lib/shared/paths";
import { startSshd, type Sshd } from "@/lib/server/process/sshd-fixture";
import { at, treeOptions } from "@/lib/server/storage/conformance/support";
import type { Storage } from "@/lib/server/storage/storage";
import { connectTo, makeSftpFixture, type SftpFixture } from "./sftp-fixture";

/** For the tests of a block: a server, and a fixture on it for each of them. */
export function useTrashHost() {
  let sshd: Sshd;
  let connection: ReturnType<typeof connectTo>;
  let fixture: SftpFixture;
  beforeAll(async () => {
    sshd = await startSshd();
    connection = connectTo(sshd);
  });
  afterAll(async () => {
    connection.end();
    await sshd.stop();
  });
  beforeEach(async () => {
    fixture = await makeSftpFixture(connection.open);
  });
  afterEach(() => fixture.close());
  return {
    onDisk: (name: string) => path.join(fixture.root, name),
    host: () => ({ ...fixture, sshd, connection }),
  };
}

export async function discard(storage: Storage, file: VirtualPath, id: string) {
  const plan = await storage.trash.plan(file, { ownerId: "mia", id });
  await storage.trash.put(file, plan);
  return plan.place;
}

/** To where it was. */
export function back(file: string) {
  const toFolder = at(file.includes("/") ? path.dirname(file) : "");
  return { from: at(file), toFolder, options: treeOptions() };
}
