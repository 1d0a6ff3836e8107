import { expect, test } from "vitest";
import { pageOfAlert } from "./alert-page";
import { alertMetrics } from "./alerts";
import { pagePaths } from "./page-paths";

const since = 1_700_000_000_000;

test("an alert leads to where its unit, disk, or container is seen", () => {
  expect(pageOfAlert({ metric: "unitFailed", subject: "we\\x22ird:&@.service", since })).toBe(
    "/services?details=we%5Cx22ird%3A%26%40.service",
  );
  expect(pageOfAlert({ metric: "space", subject: "/srv", since })).toBe("/disks?details=/srv");
  expect(pageOfAlert({ metric: "containerRestarting", subject: "shop-web-1", since })).toBe(
    "/containers?details=shop-web-1",
  );
});

test("an alert about a value leads to its chart", () => {
  expect(pageOfAlert({ metric: "cpu", subject: "", since })).toBe("/system?card=cpu&since=1700000000000");
  expect(pageOfAlert({ metric: "diskBusy", subject: "sda", since })).toBe("/system?card=diskBusy&since=1700000000000");
});

test("all of these pages are there", () => {
  const paths = alertMetrics.map((metric) => pageOfAlert({ metric, subject: "x", since }).slice(1).split("?")[0]);
  expect(pagePaths).toEqual(expect.arrayContaining([...new Set(paths)]));
});
