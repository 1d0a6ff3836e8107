import { createServer, type AddressInfo } from "node:net";
import { test as base } from "./test";

type Outside = { url: string; reached: () => number };

/** With a server that nothing may reach: it counts connections, so that a mere hint to connect counts, too. */
export const test = base.extend<{ outside: Outside }>({
  outside: async ({}, use) => {
    let count = 0;
    const server = createServer((socket) => {
      count++;
      socket.destroy();
    });
    await new Promise<void>((listening) => {
      server.listen(0, "127.0.0.1", listening);
    });
    const { port } = server.address() as AddressInfo; // it listens on a port
    await use({ url: `http://127.0.0.1:${port}`, reached: () => count });
    server.close();
  },
});
