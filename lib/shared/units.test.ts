import { expect, it } from "vitest";
import { formatSize, isNumeric, pageCount, randomId } from "./units";
import { negotiateLocale } from "./locales";
import { permissionNames, permissions } from "./permissions";

it.each([
  [0, "0 B"],
  [12, "12 B"],
  [1023, "1,023 B"],
  [1024, "1.00 KB"],
  [1536, "1.50 KB"],
  [20_971_520, "20.00 MB"],
  [1_288_490_189, "1.20 GB"],
  [1_253_656_720_343, "1,167.56 GB"],
])("%d bytes are %s", (bytes, text) => {
  expect(formatSize(bytes, "en")).toBe(text);
});

it.each([
  [512, "512 B", "512 B"],
  [1000, "0.98 KB", "0.98 KB"],
  [1536, "1.5 KB", "1.50 KB"],
  [20 * 1024, "20 KB", "20.0 KB"],
  [100 * 1024 ** 2, "100 MB", "100 MB"],
  [1_253_656_720_343, "1,167.56 GB", "1,168 GB"],
])("%d bytes are %s on an axis and %s while they change", (bytes, short, steady) => {
  expect([formatSize(bytes, "en", "short"), formatSize(bytes, "en", "steady")]).toEqual([short, steady]);
});

it("writes sizes as the language does", () => {
  expect([formatSize(1536, "de"), formatSize(1536, "ja")]).toEqual(["1,50 KB", "1.50 KB"]);
});

it("rounds the page count up", () => {
  expect([pageCount(0, 10), pageCount(10, 10), pageCount(11, 10)]).toEqual([0, 1, 2]);
});

it("makes ids of 16 alphanumeric characters that differ", () => {
  const ids = new Set(Array.from({ length: 2000 }, () => randomId()));
  expect(ids.size).toBe(2000);
  for (const id of ids) expect(id).toMatch(/^[A-Za-z0-9]{16}$/);
  expect(randomId(40)).toHaveLength(40);
});

it.each([
  ["007", true],
  ["-1", false],
  ["1.5", false],
  ["", false],
  ["１", false],
])("isNumeric(%j) is %s", (text, expected) => {
  expect(isNumeric(text)).toBe(expected);
});

it.each([
  ["de-AT,de;q=0.9,en;q=0.8", "de"],
  ["pt-BR, ja;q=0.5, fr;q=0.7", "fr"],
  ["pt", "zh"],
  ["en;q=0, ko", "ko"],
  [null, "zh"],
  [";;;q=x", "zh"],
])("negotiates %j to %s", (header, locale) => {
  expect(negotiateLocale(header)).toBe(locale);
});

it("gives every permission its own number and leaves 24 and 25 free", () => {
  const numbers = permissionNames.map((name) => permissions[name].number as number);
  expect(new Set(numbers).size).toBe(numbers.length);
  expect(numbers).not.toContain(24);
  expect(numbers).not.toContain(25);
});
