import { expect, test } from "vitest";
import { pageOfAlert } from "./alert-page";
import { alertMetrics } from "./alerts";
import { pagePaths } from "./page-paths";

test("an alert leads to where its unit, disk, or container is seen", () => {
  expect(pageOfAlert({ metric: "unitFailed", subject: "we\\x22ird:&@.service" })).toBe(
    "/services?details=we%5Cx22ird%3A%26%40.service",
  );
  expect(pageOfAlert({ metric: "space", subject: "/srv" })).toBe("/disks?details=/srv");
  expect(pageOfAlert({ metric: "containerRestarting", subject: "shop-web-1" })).toBe("/containers?details=shop-web-1");
  expect(pageOfAlert({ metric: "cpu", subject: "" })).toBeNull();
});

test("all of these pages are there", () => {
  const paths = alertMetrics.map((metric) => pageOfAlert({ metric, subject: "x" })?.slice(1).split("?")[0]);
  expect(pagePaths).toEqual(expect.arrayContaining([...new Set(paths)].filter((path) => path !== undefined)));
});
