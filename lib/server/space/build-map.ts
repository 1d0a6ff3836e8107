import type { SpacePart } from "@/lib/contracts/space";
import type { Survey, Surveyed } from "@/lib/server/storage/survey";

type Node = Omit<SpacePart, "in"> & { children: Node[]; isOpen: boolean; parent: Node | null };

export type SpaceMap = {
  survey: Survey<Node>;
  /** The context to begin with. */
  start: Node;
  entries: () => number;
  bytes: () => number;
  unreadable: () => number;
  /** The largest parts, each after the folder that it is in. */
  parts: () => SpacePart[];
};

export type MapLimits = {
  /** In the result. */
  parts: number;
  /** Of one folder. */
  perFolder: number;
  /** While it grows. */
  nodes: number;
};

const defaults: MapLimits = { parts: 2_500, perFolder: 100, nodes: 40_000 };
/** Beyond these a file with several names counts more than once: better than growing without end. */
const maxHardLinks = 1_000_000;

/** Adds up a tree as it is walked, and keeps the largest parts of it: memory does not grow with the tree. */
export function createSpaceMap(limits: MapLimits = defaults): SpaceMap {
  const start = nodeOf({ name: "", kind: "folder" }, null);
  const hardLinks = new Set<string>();
  let device: number | null = null;
  let entries = 0;
  let bytes = 0;
  let unreadable = 0;
  let alive = 0;
  let pruneAbove = limits.nodes;

  function add(entry: Pick<Surveyed, "name" | "kind">, parent: Node): Node {
    const node = nodeOf(entry, parent);
    parent.children.push(node);
    alive++;
    entries++;
    if (alive > pruneAbove) {
      prune(limits.nodes / 2);
      // Those that are open stay, however deep the tree is.
      pruneAbove = Math.max(limits.nodes, 2 * alive);
    }
    return node;
  }

  function drop(node: Node, isDropped: (child: Node) => boolean): void {
    const kept: Node[] = [];
    for (const child of node.children) {
      if (child.isOpen || !isDropped(child)) {
        kept.push(child);
        continue;
      }
      node.rest.entries++;
      node.rest.bytes += child.bytes;
      alive -= countNodes(child);
    }
    node.children = kept;
  }

  /** One folder with a million files must not hold them all. */
  function trim(node: Node, most: number): void {
    if (node.children.length <= most) return;
    const floor = nthLargest(node.children, most);
    drop(node, (child) => child.bytes <= floor);
  }

  /** Keeps so many of the largest; those that are open grow still. */
  function prune(most: number): void {
    if (alive <= most) return;
    const all: Node[] = [];
    visit(start, (node) => all.push(node));
    const floor = nthLargest(all, most);
    visit(start, (node) => drop(node, (child) => child.bytes <= floor));
  }

  const survey: Survey<Node> = {
    enter(folder, parent) {
      // The folder that the map is of; its name is known to whoever asked.
      if (device === null) {
        device = folder.device;
        parent.bytes += folder.allocatedBytes;
        return parent;
      }
      const node = add(folder, parent);
      if (folder.device !== device) {
        node.elsewhere = true;
        node.isOpen = false;
        return null;
      }
      node.bytes = folder.allocatedBytes;
      bytes += folder.allocatedBytes;
      return node;
    },
    leaf(entry, parent) {
      const isKnown = entry.hardLinkId !== null && hardLinks.has(entry.hardLinkId);
      if (entry.hardLinkId !== null && hardLinks.size < maxHardLinks) hardLinks.add(entry.hardLinkId);
      const node = add(entry, parent);
      node.isOpen = false;
      node.bytes = isKnown ? 0 : entry.allocatedBytes;
      node.files = 1;
      bytes += node.bytes;
      parent.bytes += node.bytes;
      parent.files++;
      if (parent.children.length >= limits.perFolder * 4) trim(parent, limits.perFolder);
    },
    leave(node) {
      node.isOpen = false;
      trim(node, limits.perFolder);
      if (node.parent !== null) {
        node.parent.bytes += node.bytes;
        node.parent.files += node.files;
      }
    },
    unreadable: () => void unreadable++,
  };

  return {
    survey,
    start,
    entries: () => entries,
    bytes: () => bytes,
    unreadable: () => unreadable,
    parts() {
      // Folders that could not be opened were never left.
      visit(start, (node) => {
        node.isOpen = false;
      });
      prune(limits.parts - 1);
      return flatten(start);
    },
  };
}

function nodeOf({ name, kind }: Pick<Surveyed, "name" | "kind">, parent: Node | null): Node {
  const none = { bytes: 0, files: 0, rest: { entries: 0, bytes: 0 }, elsewhere: false };
  return { name, kind, ...none, children: [], isOpen: true, parent };
}

/** Without recursion: trees may be thousands of folders deep. */
function visit(top: Node, see: (node: Node) => void): void {
  const waiting = [top];
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    see(node);
    for (const child of node.children) waiting.push(child);
  }
}

function countNodes(top: Node): number {
  let count = 0;
  visit(top, () => count++);
  return count;
}

/** What of these is too small when so many may stay. */
function nthLargest(nodes: readonly Node[], most: number): number {
  return nodes.map(({ bytes }) => bytes).sort((a, b) => b - a)[most] ?? -1;
}

function flatten(top: Node): SpacePart[] {
  const parts: SpacePart[] = [];
  const waiting = [{ node: top, in: -1 }];
  for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
    const { name, kind, bytes, files, rest, elsewhere, children } = next.node;
    const place = parts.push({ in: next.in, name, kind, bytes, files, rest, elsewhere }) - 1;
    for (const node of children.sort((a, b) => b.bytes - a.bytes)) waiting.push({ node, in: place });
  }
  return parts;
}
