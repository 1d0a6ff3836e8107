import { once } from "node:events";
import { connect, type AddressInfo } from "node:net";
import { pipeline } from "node:stream";
import ssh2, { type AuthContext, type Connection, type ServerChannel } from "ssh2";

type Options = {
  /** Says whether it lets them in, each time they try. */
  signIn: (attempt: AuthContext) => void;
  hostKey?: string;
  /** Of each connection. */
  maxSessions?: number;
  /** Told of each command before it begins; it says nothing, and does not end by itself. */
  onCommand?: () => void;
};

/** An SSH server of this process, for what sshd cannot be asked without accounts of the machine. It leads to others; its shell says what it gets. */
export async function startSshServer({
  signIn,
  hostKey = newHostKey(),
  maxSessions = Infinity,
  onCommand = () => {},
}: Options) {
  const open = new Set<Connection>();
  const server = new ssh2.Server({ hostKeys: [hostKey] }, (connection) => {
    open.add(connection);
    connection.on("authentication", signIn);
    connection.on("error", () => {}); // they leave as they like
    connection.once("close", () => open.delete(connection));
    connection.on("tcpip", (accept, _, { destIP, destPort }) => {
      const there = connect(destPort, destIP).on("error", () => {});
      there.once("connect", () => pipeline(there, accept(), there, () => {}));
    });
    let sessions = 0;
    connection.on("session", (accept, reject) => {
      if (sessions >= maxSessions) {
        reject();
        return;
      }
      sessions++;
      const session = accept();
      session.once("close", () => sessions--);
      session.on("pty", (acceptPty) => acceptPty());
      session.on("exec", (acceptCommand) => {
        onCommand();
        acceptCommand();
      });
      session.on("shell", (acceptShell) => echo(acceptShell()));
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    port: (server.address() as AddressInfo).port, // of a TCP server
    connections: () => open.size,
    drop: () => {
      for (const connection of open) connection.end();
    },
    close: async () => {
      for (const connection of open) connection.end();
      server.close();
      await once(server, "close");
    },
  };
}

export function newHostKey(): string {
  return ssh2.utils.generateKeyPairSync("ecdsa", { bits: 256 }).private;
}

function echo(channel: ServerChannel): void {
  channel.write("welcome\r\n");
  let line = "";
  channel.on("data", (bytes: Buffer) => {
    line += bytes.toString();
    if (!/[\r\n]/.test(line)) return;
    const text = line;
    line = "";
    if (text.includes("exit")) {
      channel.exit(7);
      channel.end();
    } else channel.write(`got ${text.trim()}\r\n`);
  });
}
