import { describe, expect, it } from "vitest";
import { isAppError } from "@/lib/shared/errors";
import { escapeXml, formatXml, parseXml } from "./xml";

function keyOf(text: string): string {
  try {
    parseXml(text);
    return "read";
  } catch (error) {
    return isAppError(error) ? error.key : "crashed";
  }
}

const laughs = `<?xml version="1.0"?><!DOCTYPE lolz [<!ENTITY lol "lol">${Array.from(
  { length: 9 },
  (_, index) => `<!ENTITY lol${index} "${`&lol${index === 0 ? "" : index - 1};`.repeat(10)}">`,
).join("")}]><D:propfind xmlns:D="DAV:"><D:prop>&lol8;</D:prop></D:propfind>`;

describe("parseXml", () => {
  it.each([
    ["a billion laughs", laughs],
    ["an external entity", '<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]><a xmlns="DAV:">&x;</a>'],
    ["a DTD without entities", '<!DOCTYPE a><a xmlns="DAV:"/>'],
    ["an entity that nobody declared", "<a>&x;</a>"],
    ["nesting without end", "<a>".repeat(100_000)],
    ["nesting past the limit", `${"<a>".repeat(40)}${"</a>".repeat(40)}`],
    ["elements past the limit", `<a>${"<b/>".repeat(6_000)}</a>`],
    ["attributes past the limit", `<a ${Array.from({ length: 2_000 }, (_, index) => `b${index}="1"`).join(" ")}/>`],
    ["a long namespace for many", `<a xmlns="urn:${"x".repeat(10_000)}">${"<b/>".repeat(1_000)}</a>`],
    ["a long namespace for attributes", `<a xmlns:b="urn:${"x".repeat(10_000)}" b:c="" b:d=""/>`],
    ["a long name", `<${"a".repeat(10_000)}/>`],
    ["an attribute twice", '<a b="1" b="2"/>'],
    ["a prefix that nobody declared", "<x:a/>"],
    ["no end", "<a><b></a>"],
    ["two roots", "<a/><b/>"],
    ["nothing", ""],
    ["a byte that XML has not", "<a>\u0000</a>"],
  ])("refuses %s", (_, text) => expect(keyOf(text)).toBe("dav/xml"));

  it("keeps names, namespaces, attributes and text through writing and reading again", () => {
    const text = `<p:a xmlns:p="urn:p" xmlns="urn:d" xml:lang="de" p:x="1&amp;&quot;" y="2"><b>t&lt;<![CDATA[&]]></b><c xmlns=""/></p:a>`;
    const read = parseXml(text);
    expect(read).toMatchObject({ namespace: "urn:p", name: "a" });
    expect(parseXml(formatXml(read))).toEqual({
      ...read,
      children: [{ namespace: "urn:d", name: "b", attributes: [], children: ["t<&"] }, read.children[1]],
    });
  });
});

it("writes no character that XML has not: a name of a file may hold any byte", () => {
  expect(escapeXml('a<&>"\r\u0001\udc80\u{1F600}')).toBe("a&lt;&amp;&gt;&quot;&#13;\ufffd\ufffd\u{1F600}");
});
