import { expect, it } from "vitest";
import { disposition, inlineTypeOf } from "./content-type";

it.each([
  ["a.JPG", "image/jpeg"],
  ["a.pdf", "application/pdf"],
  ["page.html", null],
  ["x.xhtml", null],
  ["script.js", null],
  ["feed.xml", null],
  ["png", null],
  ["no.extension.", null],
])("%s is shown as %s", (name, type) => {
  expect(inlineTypeOf(name)).toBe(type);
});

it("writes a name that no header can be split with", () => {
  const header = disposition("attachment", 'a"\r\nset-cookie: x=1\u2028日%.txt');
  expect(header).not.toMatch(/[\r\n]/);
  expect(header).toBe(
    `attachment; filename="a___set-cookie: x=1___.txt"; filename*=UTF-8''a%22%0D%0Aset-cookie%3A%20x%3D1%E2%80%A8%E6%97%A5%25.txt`,
  );
});
