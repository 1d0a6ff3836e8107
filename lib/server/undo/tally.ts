import type { StepOutcome } from "@/lib/server/group/task-step";

const maxFailures = 100;

/** Adds up what the parts of a step have done. */
export function createTally() {
  const failures: { path: string; error: string }[] = [];
  const sums = { files: 0, bytes: 0, failureCount: 0 };
  const add = (outcome: StepOutcome) => {
    const { files = 0, bytes = 0, failures: some = [], failureCount = some.length } = outcome;
    sums.files += files;
    sums.bytes += bytes;
    sums.failureCount += failureCount;
    failures.push(...some.slice(0, maxFailures - failures.length));
  };
  return {
    add,
    fail: (path: string, error: string) => add({ failures: [{ path, error }] }),
    sums: sums as Readonly<typeof sums>, // only read outside
    outcome: (): StepOutcome => ({ ...sums, failures }),
  };
}
