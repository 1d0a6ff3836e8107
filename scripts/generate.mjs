// Makes the browser's table of routes, the pages and route handlers of Next, the lists of messages and of pages, and the Prisma client. Prisma asks for its schema engine although `generate` does not run it, and the download is
// impossible on closed networks: any existing file will do.
import { spawnSync } from "node:child_process";
import { createRequire } from "node:module";
import { loadContracts } from "./load-contracts.mjs";
import { makeHandlers } from "./make-handlers.mjs";
import { makeMessages } from "./make-messages.mjs";
import { makePages } from "./make-pages.mjs";
import { makeRoutes } from "./make-routes.mjs";

makeMessages();
makePages();
const contracts = await loadContracts();
makeRoutes(contracts);
makeHandlers(contracts);

const require = createRequire(import.meta.url);
const cli = require.resolve("prisma/build/index.js");
const { status } = spawnSync(process.execPath, [cli, "generate"], {
  stdio: ["ignore", process.env.FILEDECK_VERBOSE ? "inherit" : "ignore", "inherit"],
  env: {
    ...process.env,
    PRISMA_SCHEMA_ENGINE_BINARY: process.execPath,
    CHECKPOINT_DISABLE: "1",
    PRISMA_HIDE_UPDATE_MESSAGE: "1",
  },
});
process.exitCode = status ?? 1;
