import type { linesContract } from "@/lib/contracts/lines";
import { nameOf } from "@/lib/shared/paths";
import type { Service } from "@/lib/server/http/service";
import { startTask } from "@/lib/server/task/start-task";
import { countIn } from "./count-lines";

export const sumLines: Service<typeof linesContract.sumLines> = async ({ files }, ctx) => {
  const { storage } = ctx;
  let sum = 0;
  return startTask(ctx, {
    kind: "lines",
    title: files[0] === undefined ? "" : nameOf(files[0]),
    input: { files },
    steps: files.map((path) => ({
      path,
      run: async ({ signal }) => {
        const { lines, bytes } = await countIn(path, { storage, signal });
        sum += lines;
        return { files: 1, bytes, facts: { sum } };
      },
      measure: (signal) => storage.measure(path, signal),
    })),
  });
};
