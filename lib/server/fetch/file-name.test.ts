import { expect, it } from "vitest";
import { fileNameOf, nameOfAddress } from "./file-name";

const said = (header: string) => fileNameOf({ "content-disposition": header }, new URL("http://h.example/x.bin"));
/** As Node gives the bytes of a header. */
const utf8 = (text: string) => Buffer.from(text).toString("latin1");

it.each([
  ['attachment; filename="a b.pdf"', "a b.pdf"],
  ["attachment; filename=plain.txt; size=3", "plain.txt"],
  [String.raw`attachment; filename="q\"uote.txt"`, 'q"uote.txt'],
  ["attachment; filename=\"x.txt\"; filename*=UTF-8''%E2%82%AC%20rates.txt", "€ rates.txt"],
  ["attachment; filename*=iso-8859-1'en'%A3%20rates.txt", "£ rates.txt"],
  [utf8('attachment; filename="日本.txt"'), "日本.txt"],
  ['attachment; filename="../../etc/passwd"', "passwd"],
  [String.raw`attachment; filename="C:\\temp\\a.exe"`, "a.exe"],
  ["attachment; filename*=UTF-8''..%2F..%2Fshadow", "shadow"],
  ['attachment; filename=".htaccess"', "htaccess"],
  ['attachment; filename=".."', "x.bin"],
  ['attachment; filename=""', "x.bin"],
  ["attachment; filename*=UTF-8''invoice%E2%80%AEfdp.exe", "invoicefdp.exe"],
  ["attachment; filename*=UTF-8''a%00b%0A.txt", "ab.txt"],
  ["attachment; filename*=UTF-8''%FF%FE", "%FF%FE"],
  ["inline", "x.bin"],
])("%s is called %s", (header, name) => expect(said(header)).toBe(name));

it("keeps the ending of a name that is too long", () => {
  const name = said(`attachment; filename*=UTF-8''${encodeURIComponent("ü".repeat(300))}.tar`);
  expect(name).toMatch(/^ü+\.tar$/);
  expect(Buffer.byteLength(name)).toBeLessThanOrEqual(200);
});

it.each([
  ["http://h.example/a/b%20c.iso?x=1#y", "", "b c.iso"],
  ["http://h.example/", "text/html; charset=utf-8", "h.example.html"],
  ["http://h.example/page", "text/html", "page.html"],
  ["http://h.example/data", "", "data"],
  ["http://h.example/%2e%2e%2f", "", "h.example"],
  ["http://h.example/a%ZZ.txt", "", "a%ZZ.txt"],
])("%s (%s) is called %s", (url, type, name) => expect(nameOfAddress(new URL(url), type)).toBe(name));
