import { expect, it } from "vitest";
import { formatOf, parseTree, TreeProblem } from "./parse-tree";
import { TreeModel } from "./tree-model";

const linesOf = (tree: TreeModel) =>
  tree
    .rows(0, 100)
    .map(({ level, label, kind, text, count }) => `${"  ".repeat(level - 1)}${label} ${kind} ${text || count}`);

it("opens and closes branches", () => {
  const tree = new TreeModel(parseTree('{"a":{"b":[1,"x",null]},"c":true}', "json"));
  expect(linesOf(tree)).toEqual(["a object 1", "c boolean true"]);
  tree.setOpen(0, true);
  tree.setOpen(1, true);
  expect(linesOf(tree)).toEqual([
    "a object 1",
    "  b array 3",
    "    0 number 1",
    "    1 string x",
    "    2 null null",
    "c boolean true",
  ]);
  expect([tree.pathOf(3), tree.valueOf(3), tree.parentOf(3)]).toEqual(["a.b[1]", "x", 1]);
  expect(tree.valueOf(1)).toBe('[\n  1,\n  "x",\n  null\n]');
  tree.setOpen(0, false);
  expect(linesOf(tree)).toEqual(["a object 1", "c boolean true"]);
  tree.setAll(true);
  expect(tree.count).toBe(6);
});

it("finds keys and values and opens the way to them", () => {
  const tree = new TreeModel(parseTree('{"a":[{"Needle":1},{"b":"a needle here"}],"needle":{}}', "json"));
  tree.find("NEEDLE");
  expect(tree.foundCount).toBe(3);
  expect(tree.rows(tree.reveal(1), 1)[0]).toMatchObject({ label: "b", text: "a needle here" });
  expect(tree.rows(tree.reveal(2), 1)[0]).toMatchObject({ label: "needle", kind: "object" });
});

it("reads XML with attributes and text, and finds in it", () => {
  const tree = new TreeModel(parseTree('<?xml version="1.0"?><r x="1"><i>one</i><i k="v">two</i></r>', "xml"));
  tree.setAll(true);
  expect(linesOf(tree)).toEqual([
    "r element 3",
    "  @x string 1",
    "  i element one",
    "  i element 2",
    "    @k string v",
    "    #text string two",
  ]);
  expect(tree.pathOf(4)).toBe("/r/i[2]/@k");
  tree.setAll(false);
  tree.find("two");
  expect(tree.rows(tree.reveal(0), 1)[0]).toMatchObject({ label: "#text", text: "two" });
});

it("reads YAML, several documents too, and stops bombs of aliases", () => {
  expect(parseTree("a: &x [1, 2]\nb: *x\n", "yaml")).toEqual({ a: [1, 2], b: [1, 2] });
  expect(parseTree("a: 1\n---\nb: 2\n", "yaml")).toEqual([{ a: 1 }, { b: 2 }]);
  const bomb = [
    "a: &a [x,x,x,x,x,x,x,x,x]",
    ..."bcdefghi".split("").map((name, at) => {
      const before = "abcdefghi"[at] ?? "";
      return `${name}: &${name} [${Array.from({ length: 9 }, () => `*${before}`).join(",")}]`;
    }),
  ].join("\n");
  expect(() => parseTree(bomb, "yaml")).toThrow(TreeProblem);
});

it.each([
  ["json", '{\n  "a": 1,\n}', 3],
  ["yaml", "a: 1\nb: [1\nc: 2\n", 3],
  ["xml", "<a>\n<b></a>", 2],
  ["xml", "<a>&own;</a>", 1],
] as const)("says where %s is broken", (format, text, line) => {
  const problem = (() => {
    try {
      return parseTree(text, format);
    } catch (error) {
      return error;
    }
  })();
  expect(problem).toBeInstanceOf(TreeProblem);
  expect(problem).toMatchObject({ line });
});

it("keeps what has a dangerous name as it is", () => {
  const tree = new TreeModel(parseTree('{"__proto__":{"x":1},"constructor":2}', "json"));
  expect(linesOf(tree)).toEqual(["__proto__ object 1", "constructor number 2"]);
});

it.each([
  ["a.json", "json"],
  ["a.yml", "yaml"],
  ["feed.rss", "xml"],
])("%s is %s", (name, format) => {
  expect(formatOf(name)).toBe(format);
});
