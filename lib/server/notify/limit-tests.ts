import { AppError } from "@/lib/shared/errors";

const [most, withinMs] = [5, 60_000];
const testsOf = new Map<string, number[]>();

/** Each test goes to twenty browsers, and fills the list. Throws notify/test-soon. */
export function assertMayTest(userId: string, nowMs = Date.now()): void {
  for (const [other, times] of testsOf) if ((times.at(-1) ?? 0) <= nowMs - withinMs) testsOf.delete(other);
  const recent = (testsOf.get(userId) ?? []).filter((atMs) => atMs > nowMs - withinMs);
  if (recent.length >= most) throw new AppError("notify/test-soon");
  testsOf.set(userId, [...recent, nowMs]);
}
