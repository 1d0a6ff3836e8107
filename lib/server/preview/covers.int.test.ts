import { mkdirSync, renameSync, writeFileSync } from "node:fs";
import path from "node:path";
import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startTusServer, type TusServer } from "@/e2e/support/start-tus-server";
import { zipOf } from "@/e2e/support/zip-of";

let server: TusServer;
let folder: string;
let pictures: { red: Buffer; green: Buffer; blue: Buffer };
beforeAll(async () => {
  server = await startTusServer();
  folder = path.join(server.filesDir, "books");
  mkdirSync(folder);
  const [red, green, blue] = await Promise.all(["#ff0000", "#00ff00", "#0000ff"].map(paint));
  if (red === undefined || green === undefined || blue === undefined) throw new Error("nothing was painted");
  pictures = { red, green, blue };
});
afterAll(() => server.close());

const paint = (background: string) =>
  sharp({ create: { width: 400, height: 600, channels: 3, background } })
    .png()
    .toBuffer();
const thumbnail = (name: string) =>
  server.send("GET", `/api/preview/thumbnail?file=files/books/${encodeURIComponent(name)}&size=320`);
const put = (name: string, content: Buffer | string) => writeFileSync(path.join(folder, name), content);
const putZip = (name: string, members: Readonly<Record<string, Buffer | string>>) =>
  put(
    name,
    Buffer.from(
      zipOf(Object.entries(members).map(([member, content]) => ({ name: member, content: Buffer.from(content) }))),
    ),
  );

/** Which of the pictures is shown: the one with the strongest channel. */
async function shownOf(name: string): Promise<string | undefined> {
  const { status, body } = await thumbnail(name);
  expect([name, status]).toEqual([name, 200]);
  expect(await sharp(body).metadata()).toMatchObject({ format: "webp", width: 213, height: 320 });
  const { channels } = await sharp(body).stats();
  const means = channels.slice(0, 3).map(({ mean }) => mean);
  return ["red", "green", "blue"][means.indexOf(Math.max(...means))];
}

const container = `<container><rootfiles><rootfile full-path="OEBPS/book.opf"/></rootfiles></container>`;
const book = (manifest: string, metadata = "") => ({
  "META-INF/container.xml": container,
  "OEBPS/book.opf": `<opf:package><metadata>${metadata}</metadata><manifest>${manifest}</manifest></opf:package>`,
  "OEBPS/1.png": pictures.red,
  "OEBPS/my cover.png": pictures.green,
});

test("an e-book has the cover that it names, or its first picture", async () => {
  const [first, second] = [
    `<opf:item id="a" href="1.png" media-type="image/png"/>`,
    `<opf:item id="b" href="my%20cover.png" media-type="image/png"`,
  ];
  putZip("three.epub", book(`${first}${second.replace("cover", "x")}/>`));
  putZip("new.epub", book(`${first}${second} properties="svg cover-image"/>`));
  putZip("old.epub", book(`${first}${second}/>`, `<meta name="cover" content="a"/>`));
  putZip("called.epub", book(`${first}${second}/>`));
  putZip("outside.epub", book(`<item id="cover" href="../../../../etc/passwd" media-type="image/png"/>`));
  putZip("plain.epub", { "b10.png": pictures.green, "b9.png": pictures.blue });
  expect(await shownOf("three.epub")).toBe("red");
  expect(await shownOf("new.epub")).toBe("green");
  expect(await shownOf("old.epub")).toBe("red");
  expect(await shownOf("called.epub")).toBe("green");
  expect(await shownOf("outside.epub")).toBe("red");
  expect(await shownOf("plain.epub")).toBe("blue");
});

test("a comic has its first page", async () => {
  putZip("comic.cbz", {
    "__MACOSX/1.png": pictures.red,
    "p/page10.png": pictures.red,
    "p/page2.png": pictures.blue,
    "p/.1.png": pictures.red,
    "about.txt": "x",
  });
  expect(await shownOf("comic.cbz")).toBe("blue");
});

test("office files have the picture that their program put into them", async () => {
  for (const name of ["a.docx", "b.xlsx", "c.pptx"])
    putZip(name, { "word/media/1.png": pictures.red, "docProps/thumbnail.jpeg": pictures.green });
  for (const name of ["d.odt", "e.ods", "f.odp"])
    putZip(name, { "Pictures/1.png": pictures.red, "Thumbnails/thumbnail.png": pictures.green });
  for (const name of ["a.docx", "b.xlsx", "c.pptx", "d.odt", "e.ods", "f.odp"])
    expect(await shownOf(name)).toBe("green");
});

test("an FB2 book has the picture of its cover page", async () => {
  const binary = (id: string, content: Buffer) =>
    `<binary content-type="image/png" id="${id}">\n${content.toString("base64")}\n</binary>`;
  put(
    "book.fb2",
    `<FictionBook><description><coverpage><image l:href="#c.png"/></coverpage></description>${binary("1.png", pictures.red)}${binary("c.png", pictures.blue)}</FictionBook>`,
  );
  expect(await shownOf("book.fb2")).toBe("blue");
});

test("one without a cover is answered so, each time, and looked through anew under another name", async () => {
  putZip("none.docx", { "word/document.xml": "<w/>", "1.png": pictures.red });
  put("text.docx", "no document");
  put("plain.fb2", "<FictionBook/>");
  for (const name of ["none.docx", "none.docx", "text.docx", "plain.fb2"]) {
    const { status, body } = await thumbnail(name);
    expect([name, status, body.length]).toEqual([name, 204, 0]);
  }
  renameSync(path.join(folder, "none.docx"), path.join(folder, "none.cbz"));
  expect(await shownOf("none.cbz")).toBe("red");
});

test("what is damaged or unpacks to too much is refused, and the next one is made all the same", async () => {
  const bomb = Buffer.alloc(200 * 1024 * 1024);
  put("bomb.cbz", Buffer.from(zipOf([{ name: "1.png", content: bomb }])));
  put("lies.cbz", Buffer.from(zipOf([{ name: "1.png", content: bomb, saidBytes: 10 }])));
  put("toc.epub", Buffer.from(zipOf([{ name: "META-INF/container.xml", content: bomb }])));
  putZip("many.cbz", Object.fromEntries(Array.from({ length: 20_001 }, (_, index) => [`${index}.png`, ""])));
  putZip("noise.cbz", { "1.png": "no picture" });
  putZip("outside.cbz", { "../../1.png": pictures.red });
  put("cut.docx", Buffer.from("PK\u0003\u0004 and no more"));
  for (const name of ["bomb.cbz", "lies.cbz", "toc.epub", "many.cbz", "noise.cbz", "outside.cbz", "cut.docx"]) {
    const { status, body } = await thumbnail(name);
    expect([name, status, JSON.parse(body.toString())]).toMatchObject([name, 422, { error: "preview/failed" }]);
  }
  putZip("after.cbz", { "1.png": pictures.green });
  expect(await shownOf("after.cbz")).toBe("green");
});
