import type { duplicatesContract, DuplicatesResult } from "@/lib/contracts/duplicates";
import { AppError } from "@/lib/shared/errors";
import { createPace } from "@/lib/server/base/next-slice";
import { chunked } from "@/lib/shared/chunked";
import { nameOf, type VirtualPath } from "@/lib/shared/paths";
import type { Service } from "@/lib/server/http/service";
import type { Storage } from "@/lib/server/storage/storage";
import { startTask } from "@/lib/server/task/start-task";
import type { Amount, StepContext, StepOutcome } from "@/lib/server/group/task-step";
import { collectSizes, type Candidate } from "./collect-sizes";
import { isAllEdge, splitByContent, splitByEdges } from "./compare-files";

/** What a task keeps of what it found. */
const limits = { groups: 300, filesPerGroup: 100, characters: 400_000 };

const groupsAtOnce = 8;

/** Size, then first and last bytes, then everything: only files that may be alike are read as a whole. */
export const findDuplicates: Service<typeof duplicatesContract.findDuplicates> = async ({ path, minBytes }, ctx) => {
  const { storage } = ctx;
  if ((await storage.stat(path)).kind !== "folder") throw new AppError("file/not-folder");
  let tellTotal: (total: Amount) => void = () => {};
  const total = new Promise<Amount>((resolve) => {
    tellTotal = resolve;
  });
  return startTask(ctx, {
    kind: "duplicates",
    title: nameOf(path),
    input: { path, minBytes },
    steps: [
      {
        path,
        run: (step) => search({ path, minBytes, storage, tellTotal }, step),
        // How much must be read is known when half of the work is done.
        measure: (signal) => Promise.race([total, ended(signal)]),
      },
    ],
  });
};

function ended(signal: AbortSignal): Promise<Amount> {
  return new Promise((resolve) => {
    signal.addEventListener("abort", () => resolve({ files: 0, bytes: 0 }), { once: true });
  });
}

type Wish = { path: VirtualPath; minBytes: number; storage: Storage; tellTotal: (total: Amount) => void };

async function search({ path, minBytes, storage, tellTotal }: Wish, step: StepContext): Promise<StepOutcome> {
  const { signal, onProgress } = step;
  const sizes = collectSizes(minBytes);
  await storage.survey(path, { context: "below", survey: sizes.survey, signal });
  let unreadable = sizes.unreadable();
  const done = { files: 0, bytes: 0 };
  const comparing = {
    storage,
    signal,
    pace: createPace(),
    onUnreadable: () => void unreadable++,
    onRead: (bytes: number, current: string) => {
      done.bytes += bytes;
      onProgress({ ...done, current });
    },
  };
  const silent = { ...comparing, onRead: () => {} };
  const likely: Candidate[][] = [];
  const found: Candidate[][] = [];
  // Opening takes longer than reading so little: several at once. Whole files are read one after the other, as disks like it.
  for (const groups of chunked(sizes.groups(), groupsAtOnce)) {
    const split = await Promise.all(groups.map((files) => splitByEdges(files, silent)));
    for (const alike of split.flat()) (alike.every(isAllEdge) ? found : likely).push(alike);
    done.files += groups.flat().length;
    onProgress({ ...done, current: "" });
  }
  tellTotal({ files: done.files, bytes: likely.flat().reduce((sum, { sizeBytes }) => sum + sizeBytes, 0) });
  for (const files of likely) found.push(...(await splitByContent(files, comparing)));
  const result = describe(found, { path, minBytes: sizes.minBytes(), unreadable });
  return { ...done, result, facts: { path } };
}

type About = Pick<DuplicatesResult, "path" | "minBytes" | "unreadable">;

/** What frees the most comes first, as much of it as there is room for. */
function describe(found: readonly Candidate[][], about: About): DuplicatesResult {
  const gain = (files: readonly Candidate[]) => (files.length - 1) * (files[0]?.sizeBytes ?? 0);
  const sorted = [...found].sort((a, b) => gain(b) - gain(a));
  let characters = 0;
  const groups: DuplicatesResult["groups"] = [];
  for (const files of sorted.slice(0, limits.groups)) {
    const kept = files.slice(0, limits.filesPerGroup);
    characters += kept.reduce((sum, file) => sum + file.path.length + 40, 0);
    if (characters > limits.characters) break;
    groups.push({
      size: files[0]?.sizeBytes ?? 0,
      files: kept.map((file) => ({ path: file.path, mtime: file.mtimeMs })),
    });
  }
  return { ...about, groups, groupCount: found.length, bytes: found.reduce((sum, files) => sum + gain(files), 0) };
}
