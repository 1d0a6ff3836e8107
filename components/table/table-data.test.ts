import { expect, it } from "vitest";
import { guessDelimiter, guessEncoding, guessHeader } from "./guess";
import { cellOf, RowIndex, splitRow } from "./row-index";
import { TableData, type TableWay } from "./table-data";

const encode = (text: string) => new TextEncoder().encode(text);
const never = async () => {};

function tableOf(bytes: Uint8Array, { way = {}, step = 7 }: { way?: TableWay; step?: number } = {}): TableData {
  const table = new TableData({ name: "a.csv", sizeBytes: bytes.length, way });
  table.append(bytes.subarray(0, 40));
  for (let at = 40; at < bytes.length; at += step) table.append(bytes.subarray(at, at + step));
  table.settle();
  return table;
}

it.each([
  ['a,"b,c",d\r\n', ["a", "b,c", "d"]],
  ['"say ""hi""",2', ['say "hi"', "2"]],
  ['"two\nlines",x\n', ["two\nlines", "x"]],
  ["a,,\n", ["a", "", ""]],
  ['5" pipe,6', ['5" pipe', "6"]],
  ['"open,1', ["open,1"]],
  ['"a" b,c', ["a b", "c"]],
])("splits %j", (row, cells) => {
  expect(splitRow(row, ",")).toEqual(cells);
  expect(cells.map((_, column) => cellOf(row, ",", column))).toEqual(cells);
});

it("finds rows across pieces and in quotation marks", () => {
  const bytes = encode('a,b\n1,"x\ny"\n\n2,"q""\n"\n3,4');
  for (const step of [1, 2, 5, 100]) {
    const index = new RowIndex(",");
    for (let at = 0; at < bytes.length; at += step) index.read(bytes, Math.min(bytes.length, at + step));
    const rows = Array.from({ length: index.count }, (_, row) =>
      new TextDecoder().decode(bytes.subarray(index.startOf(row), index.startOf(row + 1))),
    );
    expect(rows).toEqual(["a,b\n", '1,"x\ny"\n', "\n", '2,"q""\n"\n', "3,4"]);
  }
});

it("takes a quotation mark that is never closed for an ordinary one", () => {
  const bytes = encode(`a,"${"x\n".repeat(700_000)}`);
  const index = new RowIndex(",");
  index.read(bytes, bytes.length);
  expect(index.count).toBeGreaterThan(100_000);
});

it("guesses what stands between cells, the encoding and the head", () => {
  expect(guessDelimiter("a;b;c\n1;2,5;3\n", "x.csv")).toBe(";");
  expect(guessDelimiter("a,b", "x.tsv")).toBe("\t");
  expect(guessEncoding(encode("größe"))).toBe("utf-8");
  expect(guessEncoding(Uint8Array.of(0x67, 0x72, 0xf6, 0xdf))).toBe("windows-1252");
  expect(guessEncoding(Uint8Array.of(0x61, 0, 0x2c, 0, 0x62, 0))).toBe("utf-16le");
  expect(guessHeader(["name", "age"], ["Ann", "5"])).toBe(true);
  expect(guessHeader(["1", "2"], ["3", "4"])).toBe(false);
  expect(guessHeader(["a", "a"], ["3", "4"])).toBe(false);
});

it("filters and sorts: numbers as such, empty cells last", async () => {
  const table = tableOf(encode("name,age\nAnn,30\nBob,4\nCarl,\nDora,100\n"));
  expect(table.head).toMatchObject({ hasHeader: true, names: ["name", "age"], columns: 2, delimiter: "," });
  expect(table.rowCount).toBe(4);
  await table.arrange({ text: "", sort: { column: 1, isDown: false } }, never);
  expect(table.rows(0, 9).map(({ cells }) => cells[0])).toEqual(["Bob", "Ann", "Dora", "Carl"]);
  await table.arrange({ text: "", sort: { column: 1, isDown: true } }, never);
  expect(table.rows(0, 9).map(({ cells }) => cells[0])).toEqual(["Dora", "Ann", "Bob", "Carl"]);
  await table.arrange({ text: "A", sort: null }, never);
  expect(table.rows(0, 9)).toEqual([
    { number: 0, cells: ["Ann", "30"] },
    { number: 2, cells: ["Carl", ""] },
    { number: 3, cells: ["Dora", "100"] },
  ]);
});

it("reads UTF-16 and what it is told to read", () => {
  const text = "\uFEFFa;ü\n1;€\n";
  const wide = new Uint8Array(new Uint16Array(text.split("").map((char) => char.codePointAt(0) ?? 0)).buffer);
  const table = tableOf(wide, { step: 3 });
  expect(table.head).toMatchObject({ encoding: "utf-16le", delimiter: ";" });
  expect(table.rows(0, 1)[0]?.cells).toEqual(["1", "€"]);
  const latin = tableOf(Uint8Array.of(0x61, 0x2c, 0xe9, 10), { way: { encoding: "windows-1251", hasHeader: false } });
  expect(latin.rows(0, 1)[0]?.cells).toEqual(["a", "й"]);
});
