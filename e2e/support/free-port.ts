import { createServer } from "node:net";

/** A port of 127.0.0.1 that was free a moment ago, for programs that cannot choose one themselves. `wanted`: this one; rejects where something listens there. */
export function freePort(wanted = 0): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once("error", reject);
    server.listen(wanted, "127.0.0.1", () => {
      const address = server.address();
      const port = typeof address === "object" && address !== null ? address.port : 0;
      server.close(() => resolve(port));
    });
  });
}
