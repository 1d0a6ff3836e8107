import { createHash } from "node:crypto";
import type { ChecksumAlgorithm, propertiesContract } from "@/lib/contracts/properties";
import { AppError } from "@/lib/shared/errors";
import { nameOf, type VirtualPath } from "@/lib/shared/paths";
import type { Service } from "@/lib/server/http/service";
import type { Storage } from "@/lib/server/storage/storage";
import { startTask } from "@/lib/server/task/start-task";
import type { StepContext } from "@/lib/server/group/task-step";

export const sumFiles: Service<typeof propertiesContract.sumFiles> = async ({ files, algorithms }, ctx) => {
  const [first] = files;
  return startTask(ctx, {
    kind: "checksum",
    title: first === undefined ? "" : nameOf(first),
    input: { files, algorithms },
    steps: files.map((path) => ({
      path,
      run: (step) => sumFile({ path, algorithms, storage: ctx.storage }, step),
      measure: (signal) => ctx.storage.measure(path, signal),
    })),
  });
};

type Wanted = { path: VirtualPath; algorithms: readonly ChecksumAlgorithm[]; storage: Storage };

/** All sums in one reading. */
async function sumFile({ path, algorithms, storage }: Wanted, { signal, onProgress }: StepContext) {
  const file = await storage.open(path);
  try {
    const hashes = algorithms.map((algorithm) => ({ algorithm, hash: createHash(algorithm) }));
    let bytes = 0;
    for await (const chunk of file.stream()) {
      if (signal.aborted) throw new AppError("request/cancelled");
      if (!Buffer.isBuffer(chunk)) continue;
      for (const { hash } of hashes) hash.update(chunk);
      bytes += chunk.length;
      onProgress({ bytes, files: 0, current: nameOf(path) });
    }
    const sums = Object.fromEntries(hashes.map(({ algorithm, hash }) => [algorithm, hash.digest("hex")]));
    return { files: 1, bytes, result: { [path]: sums } };
  } finally {
    await file.close();
  }
}
