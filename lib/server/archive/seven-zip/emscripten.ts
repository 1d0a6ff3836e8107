import { readSync } from "node:fs";

/** The parts of Emscripten's runtime that are used here; the package describes fewer. */
export type FsNode = {
  id: number;
  name: string;
  mode: number;
  node_ops: object;
  stream_ops: object;
};
export type FsStream = { node: FsNode; position: number; seekable?: boolean };

export type EmscriptenFs = {
  ErrnoError: new (errno: number) => Error;
  createNode: (parent: FsNode | null, name: string, mode: number, device: number) => FsNode;
  mkdir: (path: string) => unknown;
  mount: (type: { mount: () => FsNode }, options: object, path: string) => unknown;
  makedev: (major: number, minor: number) => number;
  registerDevice: (device: number, operations: object) => void;
  mkdev: (path: string, mode: number, device: number) => unknown;
  open: (path: string, flags: string) => unknown;
  close: (stream: unknown) => void;
  getStream: (fd: number) => unknown;
  chdir: (path: string) => void;
  writeFile: (path: string, content: Uint8Array) => void;
};

export type SevenZipModule = { FS: EmscriptenFs; callMain: (args: string[]) => number | undefined };
export type SevenZipOptions = {
  instantiateWasm: (
    imports: WebAssembly.Imports,
    receive: (instance: WebAssembly.Instance, module: WebAssembly.Module) => void,
  ) => object;
  quit: (code: number, error: Error) => never;
  stdin: () => null;
};

/** WASI's numbers, as Emscripten's ErrnoError wants them. */
export const errno = { invalid: 28, missing: 44, io: 29 } as const;

export const [folderMode, fileMode] = [0o040000, 0o100000];

export function attributesOf(node: FsNode, { size, mtimeMs = 0 }: { size: number; mtimeMs?: number }) {
  const time = new Date(mtimeMs);
  return {
    dev: 1,
    ino: node.id,
    mode: node.mode,
    nlink: 1,
    uid: 0,
    gid: 0,
    rdev: 0,
    size,
    atime: time,
    mtime: time,
    ctime: time,
    blksize: 4096,
    blocks: Math.ceil(size / 512),
  };
}

/** Where lseek leads (POSIX whence 0, 1, 2). */
export function seekTo(stream: FsStream, size: number, offset: number, whence: number): number {
  return offset + (whence === 1 ? stream.position : whence === 2 ? size : 0);
}

/** An operation that always fails. */
export function refuse(FS: EmscriptenFs, why: keyof typeof errno): () => never {
  return () => {
    throw new FS.ErrnoError(errno[why]);
  };
}

/** Reads from a descriptor of ours into the module's memory. */
export function readInto(
  FS: EmscriptenFs,
  fd: number,
  { memory, offset, length, position }: { memory: Int8Array; offset: number; length: number; position: number },
): number {
  try {
    return length === 0 ? 0 : readSync(fd, memory, offset, length, position);
  } catch {
    throw new FS.ErrnoError(errno.io);
  }
}

/** Makes a folder whose top node `mount` gives. */
export function mountAt(FS: EmscriptenFs, path: string, mount: () => FsNode): void {
  FS.mkdir(path);
  FS.mount({ mount }, {}, path);
}
