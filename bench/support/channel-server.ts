// A server of its own for bench/channel.ts: the API's table for signing in, sockets, and channels that only measure.
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { parseEnv } from "@/lib/server/base/env";
import { groups } from "@/lib/server/groups";
import { createApiTable } from "@/lib/server/http/api-table";
import { attachRealtime } from "@/lib/server/realtime/attach-realtime";
import { serveChannels } from "@/lib/server/realtime/serve-channels";
import { prepareApp } from "@/lib/server/start/prepare-app";
import { measured } from "./measured-channels";

const [dataDir = "", filesDir = ""] = process.argv.slice(2);
const env = parseEnv({
  FILEDECK_DATA: dataDir,
  FILEDECK_ROOTS: `${filesDir}=Files`,
  FILEDECK_ADMIN_PASSWORD: "correct-horse-battery",
  FILEDECK_LOG_LEVEL: "error",
});
await prepareApp(env, { appDir: process.cwd(), stopping: new AbortController().signal });
const table = createApiTable(groups.flatMap(({ routes }) => routes));
const server = createServer((req, res) => {
  const url = new URL(req.url ?? "/", "http://x");
  table.handle(req, res, url.pathname, url.search);
});
const block = Buffer.alloc(64 * 1024, "y\n");
attachRealtime(server, {
  env: { basePath: "" },
  channels: serveChannels(measured, {
    down: async ({ bytes }, _, { send }) => {
      for (let sent = 0; sent < bytes; sent += block.length) await send(block);
    },
    up: async (_, __, { send, received }) => {
      let taken = 0;
      for await (const { length } of received) {
        taken += length;
        if (taken % (1024 * 1024) < length) await send({ taken });
      }
    },
    yes: async (_, { signal }, { send, received }) => {
      const interrupted = new AbortController();
      const hear = async () => {
        for await (const _word of received) interrupted.abort();
      };
      void hear(); // ends with the channel
      const over = AbortSignal.any([signal, interrupted.signal]);
      while (!over.aborted) await send(block);
    },
    idle: async (_, { signal }) => {
      await new Promise((resolve) => signal.addEventListener("abort", resolve));
    },
  }),
});
server.listen(0, "127.0.0.1", () => {
  const { port } = server.address() as AddressInfo; // a port, not a pipe
  process.send?.({ port });
});
