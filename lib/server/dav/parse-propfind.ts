import { AppError } from "@/lib/shared/errors";
import { usualNames } from "./live-properties";
import { childElements, davNamespace, findChild, isNamed, parseXml, type XmlName } from "./xml";

const maxNames = 500;
/** Of all names with their namespaces: what an entry does not have is answered with its name, for every entry. */
const maxNamesLength = 16_384;

/** What a PROPFIND asks for. `isAll`: also everything that clients keep; `isNames`: names without values. */
export type PropertyQuery = { names: readonly XmlName[]; isAll: boolean; isNames: boolean };

const usual: readonly XmlName[] = usualNames.map((name) => ({ namespace: davNamespace, name }));

/** RFC 4918 §9.1: no body asks for all. Throws dav/xml. */
export function parsePropfind(body: string): PropertyQuery {
  if (body.trim() === "") return { names: usual, isAll: true, isNames: false };
  const root = parseXml(body);
  if (!isNamed(root, "propfind")) throw new AppError("dav/xml");
  if (findChild(root, "propname") !== null) return { names: usual, isAll: true, isNames: true };
  const prop = findChild(root, "prop");
  if (prop !== null) return { names: namesIn(childElements(prop)), isAll: false, isNames: false };
  if (findChild(root, "allprop") === null) throw new AppError("dav/xml");
  const include = findChild(root, "include");
  const more = include === null ? [] : namesIn(childElements(include));
  const isNew = ({ namespace, name }: XmlName) => namespace !== davNamespace || !usualNames.includes(name);
  return { names: [...usual, ...more.filter(isNew)], isAll: true, isNames: false };
}

function namesIn(elements: readonly XmlName[]): XmlName[] {
  const length = elements.reduce((sum, { namespace, name }) => sum + namespace.length + name.length, 0);
  if (elements.length > maxNames || length > maxNamesLength) throw new AppError("dav/xml");
  return elements.map(({ namespace, name }) => ({ namespace, name }));
}
