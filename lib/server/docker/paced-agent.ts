import http from "node:http";
import https from "node:https";
import { connect, type NetConnectOpts } from "node:net";
import { connect as connectTls, type ConnectionOptions } from "node:tls";
import { PacedSocket } from "@/lib/server/base/paced-socket";

/**
 * Of what the daemon says no more is read than there is time for: each line of a log is a chunk of its own, and Node's HTTP client works on all of a read at once. A connection
 * is for one question.
 */
export function pacedAgent(isTls: boolean): http.Agent {
  const agent = isTls ? new https.Agent() : new http.Agent();
  agent.createConnection = (options) => {
    const socket = new PacedSocket(connect(options as NetConnectOpts), { kind: "host", name: "docker" }); // Node's own has the same
    return isTls ? connectTls({ ...(options as ConnectionOptions), socket }) : socket; // with what TLS wants
  };
  return agent;
}
