import {
  attributesOf,
  errno,
  fileMode,
  folderMode,
  mountAt,
  readInto,
  refuse,
  seekTo,
  type EmscriptenFs,
  type FsNode,
  type FsStream,
} from "./emscripten";
import { copyOf, type ThreadOutput } from "./thread-output";

export type TreeEntry = {
  /** Names with a slash between them; folders come before what is in them. */
  path: string;
  isFolder: boolean;
  sizeBytes: number;
  mtimeMs: number;
  /** Permission bits. */
  mode: number;
};

/** Asks the other side for an open descriptor of an entry, and gives it back, with how far it was read. */
export type Descriptors = { open: (index: number) => number | null; close: (index: number, endAt: number) => void };

type TreeNode = FsNode & { entry: TreeEntry; index: number; fd: number | null; endAt: number; children: string[] };

/** Puts the entries that are to be packed at /in. Their content is read through descriptors that the storage has opened. */
export function mountTree(
  FS: EmscriptenFs,
  entries: readonly TreeEntry[],
  { descriptors, onRead }: { descriptors: Descriptors; onRead: (readBytes: number) => void },
): void {
  const missing = refuse(FS, "missing");
  const nodeOps = {
    getattr: (node: TreeNode) => attributesOf(node, { size: node.entry.sizeBytes, mtimeMs: node.entry.mtimeMs }),
    // All there are have been made: what is looked up is not there.
    lookup: missing,
    readdir: (node: TreeNode) => [".", "..", ...node.children],
  };
  const streamOps = {
    open: ({ node }: { node: TreeNode }) => {
      node.fd = node.entry.isFolder ? null : descriptors.open(node.index);
      if (node.fd === null && !node.entry.isFolder) throw new FS.ErrnoError(errno.io);
    },
    close: ({ node }: { node: TreeNode }) => {
      if (node.fd !== null) descriptors.close(node.index, node.endAt);
      node.fd = null;
    },
    read: ({ node }: { node: TreeNode }, memory: Int8Array, offset: number, length: number, position: number) => {
      const readBytes = node.fd === null ? 0 : readInto(FS, node.fd, { memory, offset, length, position });
      node.endAt = Math.max(node.endAt, position + readBytes);
      onRead(readBytes);
      return readBytes;
    },
    llseek: (stream: FsStream & { node: TreeNode }, offset: number, whence: number) =>
      seekTo(stream, stream.node.entry.sizeBytes, offset, whence),
  };
  const make = (parent: TreeNode | null, name: string, entry: TreeEntry, index: number): TreeNode => {
    const node = FS.createNode(parent, name, (entry.isFolder ? folderMode : fileMode) | entry.mode, 0);
    return Object.assign(node, {
      node_ops: nodeOps,
      stream_ops: streamOps,
      entry,
      index,
      fd: null,
      endAt: 0,
      children: [],
    });
  };
  mountAt(FS, "/in", () => {
    const top = { path: "", isFolder: true, sizeBytes: 0, mtimeMs: 0, mode: 0o755 };
    const folders = new Map([["", make(null, "/", top, -1)]]);
    for (const [index, entry] of entries.entries()) {
      const slash = entry.path.lastIndexOf("/");
      const parent = folders.get(entry.path.slice(0, Math.max(0, slash)));
      if (parent === undefined) return missing();
      const name = entry.path.slice(slash + 1);
      const node = make(parent, name, entry, index);
      parent.children.push(name);
      if (entry.isFolder) folders.set(entry.path, node);
    }
    const [root] = folders.values();
    return root ?? missing();
  });
}

/**
 * Takes what is written to /out/archive: bytes one after the other, and at the end those at the beginning once more. Anything else
 * could not be passed on, and is refused.
 */
export function mountOutput(
  FS: EmscriptenFs,
  { put, onHead }: Pick<ThreadOutput, "put"> & { onHead: (head: Uint8Array) => void },
) {
  let sizeBytes = 0;
  let hasHead = false;
  const file = {
    write: (_: FsStream, memory: Int8Array, offset: number, length: number, position: number) => {
      const bytes = copyOf(memory, offset, length);
      if (position === sizeBytes && !hasHead) {
        sizeBytes += length;
        put(bytes);
      } else if (position === 0) {
        hasHead = true;
        onHead(bytes);
      } else throw new FS.ErrnoError(errno.invalid);
      return length;
    },
    read: refuse(FS, "io"),
    llseek: (stream: FsStream, offset: number, whence: number) => seekTo(stream, sizeBytes, offset, whence),
  };
  const getattr = (node: FsNode) => attributesOf(node, { size: sizeBytes });
  mountAt(FS, "/out", () => {
    const root = FS.createNode(null, "/", folderMode | 0o755, 0);
    root.node_ops = {
      getattr,
      setattr: () => {},
      lookup: refuse(FS, "missing"),
      mknod: (parent: FsNode, name: string, mode: number) => {
        const node = FS.createNode(parent, name, mode, 0);
        node.node_ops = { getattr, setattr: () => {} };
        node.stream_ops = file;
        return node;
      },
    };
    root.stream_ops = {};
    return root;
  });
}
