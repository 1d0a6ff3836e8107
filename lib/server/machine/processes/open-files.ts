import { readdirSync, readlinkSync } from "node:fs";

/** What each open descriptor leads to, in their order: paths, `socket:[…]`, `pipe:[…]`. Empty where that may not be told. */
export function openFilesOf(pid: number): { descriptor: number; target: string }[] {
  const folder = `/proc/${pid}/fd`;
  try {
    return readdirSync(folder)
      .map(Number)
      .toSorted((a, b) => a - b)
      .flatMap((descriptor) => {
        const target = linkOf(`${folder}/${descriptor}`);
        return target === null ? [] : [{ descriptor, target }];
      });
  } catch {
    return [];
  }
}

/** Inodes of the sockets that a process has open; none where that may not be told. */
export function socketsOf(pid: number): number[] {
  return openFilesOf(pid).flatMap(({ target }) => {
    const inode = /^socket:\[(\d+)\]$/.exec(target)?.[1];
    return inode === undefined ? [] : [Number(inode)];
  });
}

export function linkOf(path: string): string | null {
  try {
    return readlinkSync(path);
  } catch {
    return null; // closed by now, or not ours to see
  }
}
