import { afterEach, describe, expect, test } from "vitest";
import { startSshd, whyNoSshd, type Sshd } from "@/lib/server/process/sshd-fixture";
import { openStream } from "@/lib/server/ssh/open-stream";
import { outcomeOf } from "@/lib/server/storage/conformance/support";
import { createSftpSession } from "./create-sftp-session";
import { connectClient } from "./sftp-fixture";

const reason = whyNoSshd();
let sshd: Sshd | undefined;

describe.skipIf(reason !== null)(`what a host refuses${reason === null ? "" : `, passed over: ${reason}`}`, () => {
  afterEach(() => sshd?.stop());

  test("a host without SFTP is said to be one", async () => {
    sshd = await startSshd({ sftp: null });
    const client = await connectClient(sshd);
    expect(await outcomeOf(createSftpSession(client))).toBe("ssh/no-sftp");
    client.end();
  });

  test("one whose sessions are all in use is said to have no more of them", async () => {
    sshd = await startSshd({ maxSessions: 1 });
    const client = await connectClient(sshd);
    await openStream((took) => client.shell(took), "box");
    expect(await outcomeOf(createSftpSession(client))).toBe("ssh/too-many-sessions");
    expect(await outcomeOf(openStream((took) => client.shell(took), "box"))).toBe("ssh/too-many-sessions");
    client.end();
  });
});
