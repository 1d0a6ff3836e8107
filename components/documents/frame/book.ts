import { EPUB } from "foliate-js/epub.js";
import { makeComicBook } from "foliate-js/comic-book.js";
import { makeFB2 } from "foliate-js/fb2.js";
import { isMOBI, MOBI } from "foliate-js/mobi.js";
import type { Book } from "foliate-js/book";
import { unzlibSync } from "foliate-js/vendor/fflate.js";
import { BlobReader, BlobWriter, configure, TextWriter, ZipReader } from "foliate-js/vendor/zip.js";
import { assertSafeZip, isZip } from "./assert-safe-zip";
import { bookBar } from "./book-bar";
import { CannotShow, serveFrame, type FrameFile } from "./frame-host";
import { makePager } from "./pager";

/** A book: chapters cut into pages, its contents, letters of any size. */
serveFrame(async (file, stage, tools) => {
  const book = await openBook(file);
  const count = book.sections.length;
  if (count === 0) throw new CannotShow("empty");
  let at = -1;
  const pager = makePager({
    look: tools.look,
    label: tools.word("document"),
    onEdge: (step) => void go(at + step, step < 0 ? "end" : "start"),
  });
  const bar = bookBar({ book, tools, go: (index) => void go(index, "start"), pager });
  /** Also from a link of the contents: outside is nowhere. */
  async function go(index: number, where: "start" | "end"): Promise<void> {
    if (index < 0 || index >= count || index === at) return;
    const section = book.sections[index];
    at = index;
    const address = await section?.load?.();
    if (at !== index) return;
    const blob = address === undefined ? null : await fetch(address).then((response) => response.blob());
    if (blob === null || at !== index) return;
    await pager.show(blob, where);
    bar.moved(index, count);
  }
  stage.replaceChildren(bar.element, pager.element);
  await go(0, "start");
  pager.element.focus();
});

async function openBook({ name, extension, bytes }: FrameFile): Promise<Book> {
  const blob = new File([bytes], name);
  if (extension === "fb2") return makeFB2(blob);
  if (!isZip(bytes)) {
    if (!(await isMOBI(blob))) throw new CannotShow("damaged");
    return new MOBI({ unzlib: unzlibSync }).open(blob);
  }
  await assertSafeZip(bytes);
  const loader = await openZip(blob);
  if (loader.entries.some(({ filename }) => filename === "META-INF/rights.xml")) throw new CannotShow("locked");
  return extension === "cbz" ? makeComicBook(loader, blob) : new EPUB(loader).init();
}

async function openZip(blob: Blob) {
  configure({ useWebWorkers: false });
  const entries = await new ZipReader(new BlobReader(blob)).getEntries();
  const byName = new Map(entries.map((entry) => [entry.filename, entry]));
  return {
    entries,
    loadText: async (name: string) => (await byName.get(name)?.getData(new TextWriter())) ?? null,
    loadBlob: async (name: string, type?: string) => (await byName.get(name)?.getData(new BlobWriter(type))) ?? null,
    getSize: (name: string) => byName.get(name)?.uncompressedSize ?? 0,
    getComment: () => Promise.resolve(""),
    // Fonts that are obfuscated by Adobe's way need no hash, those by IDPF's do.
    sha1: async (text: string) => new Uint8Array(await crypto.subtle.digest("SHA-1", new TextEncoder().encode(text))),
  };
}
