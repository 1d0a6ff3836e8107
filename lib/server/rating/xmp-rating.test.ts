import { describe, expect, it } from "vitest";
import { newXmp, ratingInXmp, withRating } from "./xmp-rating";

const rdf = 'xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"';
const xmp = 'xmlns:xmp="http://ns.adobe.com/xap/1.0/"';
const around = (inner: string) =>
  `<?xpacket begin="\ufeff" id="W5M0"?>\r\n<x:xmpmeta xmlns:x="adobe:ns:meta/">\r\n<rdf:RDF ${rdf}>${inner}</rdf:RDF></x:xmpmeta>\r\n<?xpacket end="w"?>`;

describe("ratings in XMP", () => {
  it.each([
    ["an attribute", around(`<rdf:Description ${xmp} xmp:Rating="3" xmp:Label="Red"/>`), 3],
    ["single quotes and spaces", around(`<rdf:Description ${xmp}\n xmp:Rating = '4' ></rdf:Description>`), 4],
    ["an element", around(`<rdf:Description ${xmp}><xmp:Rating> 2 </xmp:Rating></rdf:Description>`), 2],
    ["another prefix", around(`<rdf:Description xmlns:xap="http://ns.adobe.com/xap/1.0/" xap:Rating="5"/>`), 5],
    [
      "the namespace further out",
      `<x ${xmp}>${around(`<rdf:Description xmp:Rating="1"/>`).replace(/<\?[^>]*\?>/g, "")}</x>`,
      1,
    ],
    ["a rejected picture", around(`<rdf:Description ${xmp} xmp:Rating="-1"/>`), null],
    ["a rating of something else", around(`<rdf:Description xmlns:xmp="urn:other" xmp:Rating="4"/>`), null],
    ["its name in a value", around(`<rdf:Description ${xmp} xmp:Label=' xmp:Rating="5" '/>`), null],
    ["no XML", "xmp:Rating=5", null],
    ["an unfinished text", around("").slice(0, 60), null],
    ["a document type", `<!DOCTYPE x [<!ENTITY a "5">]>${around(`<rdf:Description ${xmp} xmp:Rating="5"/>`)}`, null],
  ])("%s", async (_, text, rating) => {
    expect(await ratingInXmp(text)).toBe(rating);
  });

  it.each([
    around(
      `<rdf:Description ${xmp} xmp:Rating="3" xmp:Label="😀 é &amp; &lt;"><!-- xmp:Rating="9" --></rdf:Description>`,
    ),
    around(`<rdf:Description ${xmp} xmp:Label='xmp:Rating="3"' xmp:Rating='3'/>`),
    around(`<rdf:Description ${xmp}>\r\n\t<xmp:Rating>3</xmp:Rating>\r\n</rdf:Description>`),
  ])("changes the rating and not a character besides: %#", async (text) => {
    const changed = await withRating(text, 5);
    expect(await ratingInXmp(changed ?? "")).toBe(5);
    expect(await withRating(changed ?? "", 3)).toBe(text);
    expect(changed?.length).toBe(text.length);
  });

  it("adds a rating where there is none, with the namespace that it needs", async () => {
    const plain = around(`<rdf:Description rdf:about="😀" ${xmp}><xmp:Label>rot</xmp:Label></rdf:Description>`);
    expect(await withRating(plain, 2)).toBe(plain.replace("<rdf:Description", `<rdf:Description xmp:Rating="2"`));
    const bare = around(`<rdf:Description rdf:about=""/>`);
    expect(await withRating(bare, 2)).toBe(bare.replace("<rdf:Description", `<rdf:Description ${xmp} xmp:Rating="2"`));
    const taken = around(`<rdf:Description xmlns:xmp="urn:other" xmp:Rating="4"/>`);
    expect(await ratingInXmp((await withRating(taken, 2)) ?? "")).toBe(2);
    expect(await withRating(taken, 2)).toContain(`xmp:Rating="4"`);
  });

  it("leaves alone what it does not understand", async () => {
    for (const text of ["", "<a/>", "<a>", around(""), `<!DOCTYPE a>${around(`<rdf:Description/>`)}`, "\u0000"])
      expect(await withRating(text, 3)).toBeNull();
  });

  it("counts right where the text is read in pieces", async () => {
    const text = around(`<!--${"😀\r\n".repeat(20_000)}--><rdf:Description ${xmp} xmp:Rating="3"/>`);
    expect(await withRating(text, 4)).toBe(text.replace('Rating="3"', 'Rating="4"'));
  });

  it("gives up on what would take long", async () => {
    const many = `<rdf:Description ${xmp} xmp:Rating="1"/>`.repeat(10_000);
    for (const text of [around(many), "<a>".repeat(300_000), around(`<a b="${"=".repeat(500_000)}`)]) {
      expect(await withRating(text, 3)).toBeNull();
      expect(await ratingInXmp(text)).toBeNull();
    }
  });

  it("reads what it makes", async () => {
    expect(await ratingInXmp(newXmp(4))).toBe(4);
  });
});
