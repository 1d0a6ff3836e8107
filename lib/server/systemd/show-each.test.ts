import { expect, test } from "vitest";
import { AppError } from "@/lib/shared/errors";
import { parseShow } from "./parse-show";
import { showEach } from "./show-each";

const names = Array.from({ length: 700 }, (_, index) => `unit-${index}.service`);

/** As systemctl: it fails where one of those that it is asked about cannot be told. */
function systemctl(broken: readonly string[]) {
  let calls = 0;
  const show = async (some: readonly string[]) => {
    calls++;
    if (some.some((name) => broken.includes(name))) throw new AppError("systemd/failed", { text: "Bad message" });
    return some.map((name) => `Id=${name}\nActiveState=active`).join("\n\n");
  };
  return { show, calls: () => calls };
}
const idsIn = (text: string) => parseShow(text).map((unit) => unit.get("Id"));

test("one unit that cannot be told takes no other along", async () => {
  const broken = ["unit-3.service", "unit-699.service"];
  const { show, calls } = systemctl(broken);
  expect(idsIn(await showEach(names, show))).toEqual(names.filter((name) => !broken.includes(name)));
  expect(calls()).toBeLessThan(50);
});

test("where all is well it asks once, and where nothing can be told it gives up", async () => {
  const well = systemctl([]);
  expect(idsIn(await showEach(names, well.show))).toEqual(names);
  expect(well.calls()).toBe(1);
  const none = systemctl(names);
  await expect(showEach(names, none.show)).rejects.toMatchObject({ key: "systemd/failed" });
  expect(none.calls()).toBeLessThan(80);
});

test("what is wrong with systemd itself is told", async () => {
  const show = () => Promise.reject(new AppError("systemd/missing"));
  await expect(showEach(names, show)).rejects.toMatchObject({ key: "systemd/missing" });
});
