import {
  attributesOf,
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

type Source = { fd: number; sizeBytes: number; onRead: (readBytes: number) => void };

/** Puts a folder with the one file `archive` at /in; reads go to the descriptor. */
export function mountArchive(FS: EmscriptenFs, { fd, sizeBytes, onRead }: Source): void {
  const nodeOps = (size: number) => ({ getattr: (node: FsNode) => attributesOf(node, { size }) });
  const file = {
    read: (_: FsStream, memory: Int8Array, offset: number, length: number, position: number) => {
      const wanted = Math.min(length, Math.max(0, sizeBytes - position));
      const readBytes = readInto(FS, fd, { memory, offset, length: wanted, position });
      onRead(readBytes);
      return readBytes;
    },
    llseek: (stream: FsStream, offset: number, whence: number) => seekTo(stream, sizeBytes, offset, whence),
  };
  const missing = refuse(FS, "missing");
  mountAt(FS, "/in", () => {
    const root = FS.createNode(null, "/", folderMode | 0o555, 0);
    root.node_ops = {
      ...nodeOps(0),
      // Volumes of a set are asked for by name as well: there are none.
      lookup: (parent: FsNode, name: string) => {
        if (name !== "archive") return missing();
        const node = FS.createNode(parent, name, fileMode | 0o444, 0);
        node.node_ops = nodeOps(sizeBytes);
        node.stream_ops = file;
        return node;
      },
      readdir: () => [".", "..", "archive"],
    };
    root.stream_ops = {};
    return root;
  });
}
