import { readFileSync } from "node:fs";
import { z } from "zod";

const packageFile = z.object({ scripts: z.object({ start: z.string() }) });

/** The flags of `npm start`: V8 takes code that was kept with other ones for foreign. */
export const nodeFlags = packageFile
  .parse(JSON.parse(readFileSync("package.json", "utf8")))
  .scripts.start.split(" ")
  .filter((word) => word.startsWith("--"));

/** For `node -e` with the same flags, in the server's folder: prints whether V8 refuses the code that the build has kept. */
export const askKeptCode = `
  const { readFileSync } = require("node:fs");
  const [source, cachedData] = [readFileSync("dist/server.cjs", "latin1"), readFileSync("dist/server.code")];
  const { cachedDataRejected } = new (require("node:vm").Script)(source, { cachedData });
  process.stdout.write(String(cachedDataRejected));`;
