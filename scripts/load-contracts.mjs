import { rmSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { build } from "esbuild";
import { root } from "./fingerprint.mjs";

/** The contracts as they are now, by group. */
export async function loadContracts() {
  const bundle = path.join(root, "node_modules/.cache/filedeck-contracts.mjs");
  try {
    await build({
      absWorkingDir: root,
      entryPoints: ["lib/contracts/all.ts"],
      outfile: bundle,
      bundle: true,
      platform: "node",
      format: "esm",
      logLevel: "error",
    });
    const { contracts } = await import(pathToFileURL(bundle).href);
    return contracts;
  } finally {
    rmSync(bundle, { force: true });
  }
}
