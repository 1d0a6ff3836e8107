import { mkdtemp, realpath } from "node:fs/promises";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import ssh2, { type Client } from "ssh2";
import { AppError } from "@/lib/shared/errors";
import type { StorageFixture } from "@/lib/server/storage/conformance/support";
import { makeVolumeFixture } from "@/lib/server/storage/conformance/volume-fixture";
import { createSftpSession } from "./create-sftp-session";
import type { SftpSession } from "./protocol/sftp-session";
import { createSftpAdapter } from "./sftp-adapter";
import type { OpenSftp } from "./sftp-host";
import type { Sshd } from "@/lib/server/process/sshd-fixture";

export type SftpFixture = StorageFixture & {
  /** Host paths: the folder of the whole fixture and its root `r`. */
  base: string;
  root: string;
};

type Options = Parameters<typeof createSftpSession>[1];

/** A connection to a server of {@link startSshd}; what opens sessions over it, and connects anew where it was lost. */
export function connectTo(sshd: Pick<Sshd, "port" | "user" | "privateKey">, options: Options = {}) {
  let current: Promise<{ client: Client; session: SftpSession }> | null = null;
  const clients = new Set<Client>();

  async function begin() {
    const client = await connectClient(sshd);
    clients.add(client);
    return { client, session: await createSftpSession(client, options) };
  }

  const open: OpenSftp = async (volume) => {
    if (volume !== "host") throw new AppError("storage/away");
    const known = await current?.catch(() => null);
    if (known?.session.isEnded === false) return known.session;
    current = begin();
    return (await current).session;
  };
  return { open, end: () => clients.forEach((client) => client.end()) };
}

export async function connectClient({
  port,
  user,
  privateKey,
}: Pick<Sshd, "port" | "user" | "privateKey">): Promise<Client> {
  const sock = connect(port, "127.0.0.1");
  sock.setNoDelay(true);
  const client = new ssh2.Client();
  client.on("error", () => {}); // the session tells of it, and one that is lost early tells twice
  await new Promise<void>((resolve, reject) => {
    client.once("ready", resolve);
    client.once("error", () => reject(new AppError("storage/away")));
    client.connect({ sock, username: user, privateKey, algorithms: { cipher: ["aes128-gcm@openssh.com"] } });
  });
  return client;
}

/** A temporary folder on the host, which is this machine, with a root and a folder that nobody may reach. */
export async function makeSftpFixture(open: OpenSftp, parent = tmpdir()): Promise<SftpFixture> {
  const base = await realpath(await mkdtemp(path.join(parent, "storage-")));
  const made = await makeVolumeFixture({ adapter: createSftpAdapter(open), volume: "sftp:host", base });
  return { ...made, base, root: `${base}/root` };
}
