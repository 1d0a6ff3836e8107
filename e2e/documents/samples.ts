import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { utils, write } from "@e965/xlsx";
import { zipOf } from "../support/zip-of";

const zip = (files: Readonly<Record<string, string>>): Buffer =>
  Buffer.from(zipOf(Object.entries(files).map(([name, text]) => ({ name, content: Buffer.from(text) }))));

const office = "http://schemas.openxmlformats.org";

/** A Word document of one paragraph, with a picture that lies on a server. */
export function makeDocx(text: string, outside: string): Buffer {
  return zip({
    "[Content_Types].xml": `<Types xmlns="${office}/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>`,
    "_rels/.rels": `<Relationships xmlns="${office}/package/2006/relationships"><Relationship Id="r1" Type="${office}/officeDocument/2006/relationships/officeDocument" Target="word/document.xml"/></Relationships>`,
    "word/_rels/document.xml.rels": `<Relationships xmlns="${office}/package/2006/relationships"><Relationship Id="r2" TargetMode="External" Type="${office}/officeDocument/2006/relationships/hyperlink" Target="javascript:parent.postMessage('ran','*')"/><Relationship Id="r3" TargetMode="External" Type="${office}/officeDocument/2006/relationships/image" Target="${outside}/docx.png"/></Relationships>`,
    "word/document.xml": `<w:document xmlns:w="${office}/wordprocessingml/2006/main" xmlns:r="${office}/officeDocument/2006/relationships"><w:body><w:p><w:r><w:t>${text}</w:t></w:r></w:p><w:p><w:hyperlink r:id="r2"><w:r><w:t>press here</w:t></w:r></w:hyperlink></w:p></w:body></w:document>`,
  });
}

export function makeXlsx(): Buffer {
  const book = utils.book_new();
  utils.book_append_sheet(
    book,
    utils.aoa_to_sheet([
      ["Item", "Price"],
      ["<img src=x onerror=alert(1)>", 12],
    ]),
    "First",
  );
  utils.book_append_sheet(book, utils.aoa_to_sheet([["Second sheet"]]), "Other");
  const content: unknown = write(book, { type: "buffer", bookType: "xlsx" });
  if (!Buffer.isBuffer(content)) throw new Error("no buffer was written");
  return content;
}

/** What a hostile page tries: to run, to reach a server, to go there, to read what the page around has. */
export const hostileHtml = (outside: string): string => `
  <link rel="preconnect" href="${outside}"/><link rel="dns-prefetch" href="${outside}"/><link rel="stylesheet" href="${outside}/a.css"/>
  <script>try { parent.document.title = "ran"; } catch {} fetch("${outside}/fetch"); localStorage.x = 1;</script>
  <img src="${outside}/a.png" onerror="fetch('${outside}/error')" alt=""/><img src="x" onerror="document.body.textContent='ran'" alt=""/>
  <iframe src="${outside}/frame" srcdoc="&lt;script&gt;top.location='${outside}/top'&lt;/script&gt;"></iframe>
  <object data="${outside}/object"></object><div style="background:url(${outside}/css.png)">styled</div>
  <svg xmlns="http://www.w3.org/2000/svg"><script>fetch("${outside}/svg")</script><image href="${outside}/svg.png"/></svg>
  <form action="${outside}/form"><input name="a"/><button>send</button></form>`;

export function makeEpub(outside: string): Buffer {
  const chapter = (title: string, more: string) =>
    `<html xmlns="http://www.w3.org/1999/xhtml"><head><title>${title}</title></head><body><h1>${title}</h1>${more}</body></html>`;
  return zip({
    mimetype: "application/epub+zip",
    "META-INF/container.xml": `<container xmlns="urn:oasis:names:tc:opendocument:xmlns:container" version="1.0"><rootfiles><rootfile full-path="book.opf" media-type="application/oebps-package+xml"/></rootfiles></container>`,
    "book.opf": `<package xmlns="http://www.idpf.org/2007/opf" version="3.0" unique-identifier="id"><metadata xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:identifier id="id">x</dc:identifier><dc:title>Book</dc:title><dc:language>en</dc:language></metadata><manifest><item id="nav" href="nav.xhtml" media-type="application/xhtml+xml" properties="nav"/><item id="a" href="a.xhtml" media-type="application/xhtml+xml"/><item id="b" href="b.xhtml" media-type="application/xhtml+xml"/></manifest><spine><itemref idref="a"/><itemref idref="b"/></spine></package>`,
    "nav.xhtml": `<html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops"><body><nav epub:type="toc"><ol><li><a href="a.xhtml">Beginning</a></li><li><a href="b.xhtml">Ending</a></li></ol></nav></body></html>`,
    "a.xhtml": chapter("Beginning", hostileHtml(outside).replaceAll("catch {}", "catch (e) {}")),
    "b.xhtml": chapter("Ending", "<p>The very end.</p>"),
  });
}

export const makeMail = (outside: string): string =>
  [
    "From: Ada <ada@example.org>",
    "To: Bob <bob@example.org>",
    "Subject: Offer of May",
    "Date: Tue, 05 May 2026 10:00:00 +0000",
    "MIME-Version: 1.0",
    'Content-Type: multipart/mixed; boundary="cut"',
    "",
    "--cut",
    "Content-Type: text/html; charset=utf-8",
    "",
    `<p>Dear Bob</p><meta http-equiv="refresh" content="0;url=${outside}/refresh">${hostileHtml(outside)}<a href="https://example.org/offer">the offer</a>`,
    "--cut",
    'Content-Type: text/plain; name="offer.txt"',
    'Content-Disposition: attachment; filename="offer.txt"',
    "",
    "twelve",
    "--cut--",
    "",
  ].join("\r\n");

const require = createRequire(import.meta.url);
export const font = () =>
  readFileSync(path.join(path.dirname(require.resolve("katex/package.json")), "dist/fonts/KaTeX_Caligraphic-Bold.ttf"));

export const stl =
  "solid a\nfacet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 2 0 0\nvertex 0 3 1\nendloop\nendfacet\nendsolid a\n";
export const gltf = (outside: string): string =>
  JSON.stringify({
    asset: { version: "2.0" },
    buffers: [{ uri: `${outside}/buffer.bin`, byteLength: 36 }],
    bufferViews: [{ buffer: 0, byteLength: 36 }],
    accessors: [{ bufferView: 0, componentType: 5126, count: 3, type: "VEC3" }],
    meshes: [{ primitives: [{ attributes: { POSITION: 0 } }] }],
    nodes: [{ mesh: 0 }],
    scenes: [{ nodes: [0] }],
    scene: 0,
  });
