import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { cryptoContract } from "@/lib/contracts/crypto";
import { importKey } from "@/lib/server/crypto/manage-keys";
import { startSshd, whyNoSshd, type Sshd } from "@/lib/server/process/sshd-fixture";
import { getApp } from "@/lib/server/runtime/app";
import { folderOnDisk } from "@/lib/server/storage/folder-on-disk";
import { openStorage } from "@/lib/server/storage/open-storage";
import { createSftpAdapter } from "@/lib/server/storage/sftp/sftp-adapter";
import { sessionsOver } from "@/lib/server/storage/sftp/sessions-over";
import type { Storage } from "@/lib/server/storage/storage";
import { isAppError } from "@/lib/shared/errors";
import { parseVirtualPath, type VirtualPath } from "@/lib/shared/paths";
import { setUpConnections } from "./connections-fixture";
import { folderOnHost } from "./folder-on-host";
import { updateHost } from "./manage-hosts";
import { openHostFiles } from "./open-host-files";
import { sftpClientFor } from "./open-session";
import { openRemoteShell } from "./remote-shell";

const { as, save, somebody, connect, keyOf } = setUpConnections();
const reason = whyNoSshd();

function at(text: string): VirtualPath {
  const parsed = parseVirtualPath(text);
  if (parsed === null) throw new Error(`not a path: ${text}`);
  return parsed;
}

describe.skipIf(reason !== null)(
  `files and shells of a host${reason === null ? "" : `, passed over: ${reason}`}`,
  () => {
    let sshd: Sshd;
    let id: string;
    let storage: Storage;

    beforeEach(async () => {
      sshd = await startSshd({ settings: ["AcceptEnv LANG LC_*"] });
      mkdirSync(path.join(sshd.home, "it's here"));
      writeFileSync(path.join(sshd.home, "file"), "");
      const input = cryptoContract.importKey.input.parse({ name: "k", text: sshd.privateKey });
      const { key } = await importKey(input, as("mia"));
      id = await save({ port: sshd.port, username: sshd.user, auth: "key", key_id: key.id, is_place: true });
      const makeStorage = await openStorage({
        journalFile: path.join(sshd.home, "journal"),
        hiddenDirs: [],
        searchIndex: () => null,
        others: [createSftpAdapter(sessionsOver(async (host) => sftpClientFor(await connect(host, null))))],
      });
      storage = makeStorage({
        roots: [{ id: "nas", note: "", place: `sftp:${id}`, writable: true }],
        scopes: null,
        protectedPaths: [],
        asker: { userId: "mia", tokenId: null },
      });
      Object.assign(getApp(), { storageFor: () => storage });
    });
    afterEach(() => sshd.stop());

    test("its files are opened at the home folder of the account, or where they are said to begin", async () => {
      expect(await keyOf(openHostFiles({ id }, as("mia")))).toBe("ssh/not-connected");
      await connect(id, somebody().person);
      expect(await openHostFiles({ id }, as("mia"))).toEqual({ folder: `nas${sshd.home}` });
      await updateHost({ id, start_folder: path.dirname(sshd.home) }, as("mia"));
      expect(await openHostFiles({ id }, as("mia"))).toEqual({ folder: `nas${path.dirname(sshd.home)}` });
    });

    test("a shell for one of its folders is a shell over there, in this folder", async () => {
      const connection = await connect(id, somebody().person);
      const folder = at(`nas${sshd.home}/it's here`);
      const refusal = await folderOnDisk(storage, folder).catch((error: unknown) => error);
      expect(isAppError(refusal) && [refusal.key, refusal.detail]).toEqual(["storage/unsupported", { host_id: id }]);
      const startFolder = await folderOnHost(id, folder, storage);
      const shell = await openRemoteShell({ connection, startFolder, startCommand: "", size: { cols: 300, rows: 5 } });
      let text = "";
      shell.listen({ data: (bytes) => (text += bytes.toString()), exit: () => {} });
      shell.write('echo "<$PWD>"\n');
      await vi.waitFor(() => expect(text).toContain(`<${sshd.home}/it's here>`));
      await shell.end();
      expect(await keyOf(folderOnHost("another", folder, storage))).toBe("storage/unsupported");
      expect(await keyOf(folderOnHost(id, at(`nas${sshd.home}/file`), storage))).toBe("file/not-folder");
    });

    test.each(["", "cd ."])("letters beyond ASCII are shown as they are, begun by %j", async (startCommand) => {
      writeFileSync(path.join(sshd.home, "it's here/ümlaut 日本"), "");
      const connection = await connect(id, somebody().person);
      const size = { cols: 300, rows: 5 };
      const shell = await openRemoteShell({ connection, startFolder: "", startCommand, size });
      let text = "";
      const decoder = new TextDecoder();
      shell.listen({ data: (bytes) => (text += decoder.decode(bytes, { stream: true })), exit: () => {} });
      shell.write(`ls "${sshd.home}/it's here"\n`);
      await vi.waitFor(() => expect(text).toContain("ümlaut 日本"));
      await shell.end();
    });
  },
);
