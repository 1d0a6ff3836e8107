import { SaxesParser } from "saxes";
import { createPace } from "@/lib/server/base/next-slice";

const xmpNamespace = "http://ns.adobe.com/xap/1.0/";
const rdfNamespace = "http://www.w3.org/1999/02/22-rdf-syntax-ns#";

/** The parser looks through all open tags for a prefix: a hundred thousand of them would hold the server for minutes. */
const deepest = 64;
/** A picture has one; each of them is written anew. */
const mostRatings = 4;

/** Edits of a whole film have some hundred; tens of thousands take the parser a second. */
const mostAttributes = 10_000;
/** Some milliseconds' work. */
const pieceLength = 16 * 1024;

class NoXmp extends Error {}

/** Where the rating stands in the text; `insertAt`: behind the name of the first description, where there is none. */
type Found = {
  ratings: { from: number; to: number; value: string }[];
  description: { insertAt: number; prefix: string | null; taken: ReadonlySet<string> } | null;
};

/** The rating in the text of a sidecar, 0 to 5; null where it has none, or is no XMP. A rejected picture (-1) has none. */
export async function ratingInXmp(text: string): Promise<number | null> {
  const value = Number((await find(text))?.ratings[0]?.value.trim() || Number.NaN);
  return Number.isFinite(value) && value >= 0 ? Math.min(5, Math.round(value)) : null;
}

/**
 * The text with another rating and not a character changed besides: editors keep their history in these files. Null where it is not well-formed XMP,
 * or declares a document type.
 */
export async function withRating(text: string, rating: number): Promise<string | null> {
  const found = await find(text);
  if (found === null) return null;
  const value = String(rating);
  if (found.ratings.length > 0)
    return found.ratings
      .toReversed()
      .reduce((changed, { from, to }) => changed.slice(0, from) + value + changed.slice(to), text);
  if (found.description === null) return null;
  const { insertAt, prefix, taken } = found.description;
  const fresh = ["xmp", "xap", "xmpRating"].find((name) => !taken.has(name)) ?? "xmpOfRating";
  const attribute =
    prefix === null ? ` xmlns:${fresh}="${xmpNamespace}" ${fresh}:Rating="${value}"` : ` ${prefix}:Rating="${value}"`;
  return text.slice(0, insertAt) + attribute + text.slice(insertAt);
}

/** A new sidecar that says nothing but this. */
export const newXmp = (rating: number): string => `<?xml version="1.0" encoding="UTF-8"?>
<x:xmpmeta xmlns:x="adobe:ns:meta/" x:xmptk="Filedeck">
 <rdf:RDF xmlns:rdf="${rdfNamespace}">
  <rdf:Description rdf:about=""
    xmlns:xmp="${xmpNamespace}"
   xmp:Rating="${rating}"/>
 </rdf:RDF>
</x:xmpmeta>
`;

async function find(text: string): Promise<Found | null> {
  const parser = new SaxesParser({ xmlns: true, position: true });
  const found: Found = { ratings: [], description: null };
  const open: { uri: string; local: string }[] = [];
  let startedAt = 0;
  let contentFrom: number | null = null;
  // At the first fault: the parser would go on, and what is wrong may take it any time.
  const refuse = () => {
    throw new NoXmp();
  };
  parser.on("error", refuse);
  // What a document type could declare is nothing that a sidecar needs.
  parser.on("doctype", refuse);
  let attributeCount = 0;
  parser.on("attribute", () => {
    if (++attributeCount > mostAttributes) refuse();
  });
  parser.on("opentagstart", () => {
    startedAt = parser.position;
  });
  parser.on("opentag", (tag) => {
    const isDescription = tag.uri === rdfNamespace && tag.local === "Description";
    // Descriptions also stand for parts of other properties; the picture's own are right below the root.
    const isTop = isDescription && open.at(-1)?.uri === rdfNamespace && open.at(-1)?.local === "RDF";
    if (isTop) {
      const nameEnd = text.lastIndexOf(tag.name, startedAt - tag.name.length) + tag.name.length;
      const raw = text.slice(nameEnd, parser.position);
      const prefixes = Object.entries({ ...namespacesOf(parser, tag.ns) });
      found.description ??= {
        insertAt: nameEnd,
        prefix: prefixes.find(([name, uri]) => uri === xmpNamespace && name !== "")?.[0] ?? null,
        taken: new Set([
          ...prefixes.map(([name]) => name),
          ...Object.values(tag.attributes).map(({ prefix }) => prefix),
        ]),
      };
      for (const { uri, local, name } of Object.values(tag.attributes)) {
        if (uri !== xmpNamespace || local !== "Rating") continue;
        const at = attributeIn(raw, name);
        if (at === null) refuse();
        else found.ratings.push({ from: nameEnd + at.from, to: nameEnd + at.to, value: at.value });
      }
    }
    const parent = open.at(-1);
    const isRating = tag.uri === xmpNamespace && tag.local === "Rating";
    if (isRating && parent?.uri === rdfNamespace && parent.local === "Description" && open.at(-2)?.local === "RDF") {
      // An empty element has no room for a value.
      if (tag.isSelfClosing) refuse();
      else contentFrom = parser.position;
    }
    open.push({ uri: tag.uri, local: tag.local });
    if (open.length > deepest || found.ratings.length > mostRatings) refuse();
  });
  parser.on("closetag", ({ uri, local }) => {
    open.pop();
    if (contentFrom === null || uri !== xmpNamespace || local !== "Rating") return;
    const to = text.lastIndexOf("</", parser.position - 1);
    const value = text.slice(contentFrom, to);
    if (value.includes("<")) refuse();
    found.ratings.push({ from: contentFrom, to, value });
    contentFrom = null;
  });
  try {
    const pace = createPace();
    for (const piece of piecesOf(text)) {
      parser.write(piece);
      await pace();
    }
    parser.close();
  } catch (error) {
    if (error instanceof NoXmp) return null;
    throw error;
  }
  return found;
}

/** Never between the halves of a character or of a line's end: the parser would keep the first back, and count it twice. */
function* piecesOf(text: string): Generator<string> {
  for (let start = 0; start < text.length;) {
    let end = Math.min(text.length, start + pieceLength);
    while (end < text.length && /[\r\ud800-\udbff]/.test(text.charAt(end - 1))) end++;
    yield text.slice(start, end);
    start = end;
  }
}

/** The prefixes that hold at a tag: saxes keeps those of the tags around it to itself but for their names. */
function namespacesOf(
  parser: SaxesParser<{ xmlns: true }>,
  own: Readonly<Record<string, string>>,
): Record<string, string> {
  const known: Record<string, string> = { ...own };
  for (const name of ["xmp", "xap"]) {
    const uri = parser.resolve(name);
    if (uri !== undefined) known[name] = uri;
  }
  return known;
}

/** Where the value of an attribute stands in the raw text of a well-formed start tag. */
function attributeIn(raw: string, wanted: string): { from: number; to: number; value: string } | null {
  for (const match of raw.matchAll(/([^\s=/>]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/gu)) {
    const [whole, name, double, single] = match;
    if (name !== wanted) continue;
    const value = double ?? single ?? "";
    const to = match.index + whole.length - 1;
    return { from: to - value.length, to, value };
  }
  return null;
}
