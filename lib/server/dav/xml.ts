import { SaxesParser } from "saxes";
import { AppError } from "@/lib/shared/errors";

export const davNamespace = "DAV:";
const xmlNamespace = "http://www.w3.org/XML/1998/namespace";
const xmlnsNamespace = "http://www.w3.org/2000/xmlns/";

const maxDepth = 32;
const maxElements = 5_000;
const maxAttributes = 1_000;
/** Written out with every name that is in it: a long one would make much of a short document. */
const maxNamespaceLength = 512;
const maxNameLength = 256;

export type XmlName = { namespace: string; name: string };
export type XmlAttribute = XmlName & { value: string };
export type XmlElement = XmlName & { attributes: XmlAttribute[]; children: (XmlElement | string)[] };

/**
 * A document's root element. No DTD (so no entities beyond XML's own five), bounded in depth and number. Throws dav/xml for
 * these and for what is not well-formed.
 */
export function parseXml(text: string): XmlElement {
  const parser = new SaxesParser({ xmlns: true, position: false });
  let root: XmlElement | null = null;
  const open: XmlElement[] = [];
  let [elements, attributes] = [0, 0];
  const refuse = () => {
    throw new AppError("dav/xml");
  };
  parser.on("error", refuse);
  parser.on("doctype", refuse);
  // Each as it comes: an element is told of when each of its attributes has been compared with all others.
  parser.on("attribute", () => {
    if (++attributes > maxAttributes) refuse();
  });
  parser.on("opentag", (tag) => {
    const own = Object.values(tag.attributes)
      .filter(({ uri }) => uri !== xmlnsNamespace)
      .map(({ uri, local, value }) => ({ namespace: uri, name: local, value }));
    if (++elements > maxElements || open.length >= maxDepth) refuse();
    if (![{ namespace: tag.uri, name: tag.local }, ...own].every(isShort)) refuse();
    const element = { namespace: tag.uri, name: tag.local, attributes: own, children: [] };
    open.at(-1)?.children.push(element);
    root ??= element;
    open.push(element);
  });
  parser.on("closetag", () => void open.pop());
  parser.on("text", (part) => void open.at(-1)?.children.push(part));
  parser.on("cdata", (part) => void open.at(-1)?.children.push(part));
  parser.write(text).close();
  return root ?? refuse();
}

function isShort({ namespace, name }: XmlName): boolean {
  return namespace.length <= maxNamespaceLength && name.length <= maxNameLength;
}

export function isNamed(element: XmlName, name: string, namespace = davNamespace): boolean {
  return element.name === name && element.namespace === namespace;
}

export function childElements({ children }: XmlElement): XmlElement[] {
  return children.filter((child) => typeof child !== "string");
}

export function findChild(element: XmlElement, name: string): XmlElement | null {
  return childElements(element).find((child) => isNamed(child, name)) ?? null;
}

export function textOf({ children }: XmlElement): string {
  return children
    .map((child) => (typeof child === "string" ? child : textOf(child)))
    .join("")
    .trim();
}

// Everything that XML 1.0 lets no document hold, lone surrogates (bytes that are no UTF-8) among it.
const notXml = /[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu;

// Most names, dates and addresses: nothing in them is to be written in another way.
const plain = /^[ !#-%'-;=?-~]*$/;

export function escapeXml(text: string): string {
  if (plain.test(text)) return text;
  return text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;")
    .replaceAll("\r", "&#13;")
    .replaceAll(notXml, "\uFFFD");
}

/** An element that needs nothing of what is around it: it names its own namespaces. */
export function formatXml(element: XmlElement): string {
  const children = element.children.map((child) => (typeof child === "string" ? escapeXml(child) : formatXml(child)));
  return formatElement(element, children.join(""), formatAttributes(element.attributes));
}

/** `content` is XML already. WebDAV's own names take the prefix that {@link xmlHead} declares. */
export function formatElement({ namespace, name }: XmlName, content: string, attributes = ""): string {
  const [tag, declared] = namespace === davNamespace ? [`D:${name}`, ""] : [name, ` xmlns="${escapeXml(namespace)}"`];
  return content === "" ? `<${tag}${declared}${attributes}/>` : `<${tag}${declared}${attributes}>${content}</${tag}>`;
}

function formatAttributes(attributes: readonly XmlAttribute[]): string {
  return attributes
    .map(({ namespace, name, value }, index) => {
      if (namespace === "") return ` ${name}="${escapeXml(value)}"`;
      if (namespace === xmlNamespace) return ` xml:${name}="${escapeXml(value)}"`;
      return ` xmlns:a${index}="${escapeXml(namespace)}" a${index}:${name}="${escapeXml(value)}"`;
    })
    .join("");
}

export const xmlHead = '<?xml version="1.0" encoding="utf-8"?>\n';
export const davDeclaration = `xmlns:D="${davNamespace}"`;
