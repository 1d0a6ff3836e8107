import { expect, test } from "vitest";
import { createLogSeam, type LogSeam } from "./log-seam";

const second = (count: number) => `2026-01-02T03:04:${String(count).padStart(2, "0")}.000000000Z`;
/** Lines as Podman tells them: by the second, and from `since` on, whose fraction it does not compare. */
function podman(log: readonly (readonly [at: string, text: string])[], seam: LogSeam): string[] {
  const since = seam.since();
  const from = since === null ? 0 : Math.floor(Number(since));
  return log
    .filter(([at]) => Math.floor(Date.parse(at) / 1000) >= from)
    .filter(([at]) => seam.take({ at }))
    .map(([, text]) => text);
}

const log = [
  [second(1), "a"],
  [second(2), "b"],
  [second(2), "b"],
  [second(2), "c"],
] as const;

test("what is known of the last second does not come twice, and what is new of it does", () => {
  expect(podman(log, createLogSeam(second(2), 2))).toEqual(["c"]);
  expect(podman(log, createLogSeam(second(2), 3))).toEqual([]);
  expect(podman(log, createLogSeam(second(1), 1))).toEqual(["b", "b", "c"]);
});

test("nor when the container is started again, as often as that is", () => {
  const seam = createLogSeam(null, 0);
  expect(podman(log, seam)).toEqual(["a", "b", "b", "c"]);
  expect(podman(log, seam)).toEqual([]);
  const more = [...log, [second(2), "d"], [second(3), "e"]] as const;
  expect(podman(more, seam)).toEqual(["d", "e"]);
  expect(podman(more, seam)).toEqual([]);
});

test("Docker goes on behind the very line", () => {
  const at = "2026-01-02T03:04:05.000000007Z";
  const seam = createLogSeam(at, 1);
  expect(seam.since()).toMatch(/\.000000008$/);
  expect(seam.take({ at: "2026-01-02T03:04:05.000000008Z" })).toBe(true);
  expect(seam.take({ at: "" })).toBe(true);
});
