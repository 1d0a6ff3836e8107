import type { Client, ClientChannel } from "ssh2";
import { AppError } from "@/lib/shared/errors";
import { refusalOf } from "@/lib/server/base/ssh-refusal";
import { packetTypes, SftpRequests } from "./protocol/sftp-requests";
import { ProtocolSession, type SftpExtension, type SftpLimits, type SftpSession } from "./protocol/sftp-session";

/** What every server must take (draft-ietf-secsh-filexfer-02 §3). */
const smallBytes = 32_768;
/** More in one request gains nothing, and is what a slow reader pays for. */
const largeBytes = 262_144;
const minBytes = 1_024;

type Options = {
  /** How long the server may be silent while somebody waits for it. */
  silenceMs?: number;
  /** Not used though they are offered. */
  without?: readonly SftpExtension[];
};

/**
 * Opens the sftp subsystem of a connection and asks what it offers. The socket under the client wants `setNoDelay(true)`, or reading is many times slower.
 * Rejects with storage/away, ssh/no-sftp, ssh/too-many-sessions.
 */
export async function createSftpSession(
  client: Pick<Client, "subsys">,
  { silenceMs = 30_000, without = [] }: Options = {},
): Promise<SftpSession> {
  const requests = new SftpRequests(await openChannel(client, silenceMs), silenceMs);
  try {
    const extensions = await readExtensions(requests);
    for (const extension of without) extensions.delete(extension);
    return new ProtocolSession(requests, extensions, await readLimits(requests, extensions));
  } catch (error) {
    requests.end(new Error("it does not speak the protocol"));
    throw new AppError("storage/away", {}, { cause: error });
  }
}

function openChannel(client: Pick<Client, "subsys">, timeoutMs: number): Promise<ClientChannel> {
  return new Promise((resolve, reject) => {
    const fail = (cause: unknown) => reject(refusalOf(cause) ?? new AppError("storage/away", {}, { cause }));
    let isLate = false;
    const timer = setTimeout(() => {
      isLate = true;
      fail(new Error("the server does not answer"));
    }, timeoutMs).unref();
    try {
      client.subsys("sftp", (error, channel) => {
        clearTimeout(timer);
        if (error !== undefined) fail(error);
        else if (isLate) channel.close();
        else resolve(channel);
      });
    } catch (error) {
      clearTimeout(timer);
      fail(error); // not connected any more
    }
  });
}

async function readExtensions(requests: SftpRequests): Promise<Set<string>> {
  return requests.greet(3, (reader) => {
    const version = reader.number();
    if (version < 3) throw new RangeError(`version ${version} of the protocol`);
    const extensions = new Set<string>();
    while (!reader.isAtEnd) {
      extensions.add(reader.text());
      reader.bytes(); // its version
    }
    return extensions;
  });
}

async function readLimits(requests: SftpRequests, extensions: ReadonlySet<string>): Promise<SftpLimits> {
  const name = "limits@openssh.com" satisfies SftpExtension;
  if (!extensions.has(name)) return { readBytes: smallBytes, writeBytes: smallBytes };
  return requests.send(packetTypes.extended, [Buffer.from(name)], (reader) => {
    const [, readBytes, writeBytes] = [reader.long(), reader.long(), reader.long()];
    return { readBytes: within(readBytes), writeBytes: within(writeBytes) };
  });
}

/** Zero: the server sets none. */
function within(bytes: number | undefined): number {
  if (bytes === undefined || bytes === 0) return smallBytes;
  return Math.max(minBytes, Math.min(largeBytes, bytes));
}
