import { afterAll, describe } from "vitest";
import { describeStorage } from "@/lib/server/storage/conformance";
import type { SftpExtension } from "./protocol/sftp-session";
import { connectTo, makeSftpFixture } from "./sftp-fixture";
import { startSshd, whyNoSshd } from "@/lib/server/process/sshd-fixture";

const all: readonly SftpExtension[] = [
  "posix-rename@openssh.com",
  "hardlink@openssh.com",
  "fsync@openssh.com",
  "statvfs@openssh.com",
  "lsetstat@openssh.com",
  "limits@openssh.com",
  "users-groups-by-id@openssh.com",
  "copy-data",
];
const ways = [
  ["OpenSSH's internal-sftp", { sftp: "internal-sftp" }, []],
  ["OpenSSH's sftp-server", { sftp: "/usr/lib/openssh/sftp-server" }, []],
  ["a server without extensions", { sftp: "internal-sftp" }, all],
] as const;

const reason = whyNoSshd();

describe.skipIf(reason !== null)(`sftp${reason === null ? "" : `, passed over: ${reason}`}`, () => {
  for (const [name, settings, without] of ways) {
    let started: ReturnType<typeof begin> | null = null;
    const begin = async () => {
      const sshd = await startSshd(settings);
      return { sshd, connection: connectTo(sshd, { without }) };
    };
    afterAll(async () => {
      const known = await started;
      known?.connection.end();
      await known?.sshd.stop();
    });
    describeStorage(name, async () => makeSftpFixture((await (started ??= begin())).connection.open), [
      "modes",
      "links",
      "trash",
    ]);
  }
});
