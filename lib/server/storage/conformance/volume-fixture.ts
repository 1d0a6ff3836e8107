import { mkdir, readdir, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { bytesToName } from "@/lib/shared/bytes-to-name";
import { nameToBytes } from "@/lib/shared/paths";
import type { StorageAdapter } from "@/lib/server/storage/adapter";
import type { Storage } from "@/lib/server/storage/storage";
import type { Limits, StorageFixture } from "./support";

type Options = {
  adapter: StorageAdapter;
  /** What places of the volume begin with, such as `sftp:host`. */
  volume: string;
  /** A folder of the volume, which is there, by its path in it. */
  base: string;
  /** Where the volume's `/` is on this machine; left out where it is the same. */
  top?: string;
};

/** A root and a folder that nobody may reach, in a folder of a volume whose files this machine has as well. */
export async function makeVolumeFixture({ adapter, volume, base, top = "" }: Options): Promise<StorageFixture> {
  const [root, outside] = [`${base}/root`, `${base}/outside`];
  for (const folder of [root, outside]) await mkdir(top + folder);
  await writeFile(`${top}${outside}/secret`, "secret");
  const inRoot = (relative: string) => (relative === "" ? root : `${root}/${relative}`);
  const place = (relative: string) => volume + inRoot(relative);

  function storageOf(limits: Limits | null): Storage {
    const { accessDirs = [], readOnlyDirs = [], denyDirs = [], protectedPaths = [] } = limits ?? {};
    const scope = {
      accessDirs: accessDirs.map(place),
      readOnlyDirs: readOnlyDirs.map(place),
      denyDirs: denyDirs.map(place),
    };
    return adapter.create({
      roots: [{ id: "r", note: "", place: place(""), writable: true }],
      scopes: limits === null ? null : [scope],
      protectedPaths: protectedPaths.map(place),
      asker: null,
    });
  }

  const onDisk = (relative: string) => Buffer.from(nameToBytes(top + inRoot(relative)));
  return {
    storage: storageOf(null),
    limited: storageOf,
    timeStepMs: 1_000,
    truth: async (folder) => (await readdir(onDisk(folder), { encoding: "buffer" })).map(bytesToName).sort(),
    makeLink: (text, link) => symlink(text, onDisk(link)),
    outside: {
      path: outside,
      fingerprint: async () =>
        `${(await readdir(top + outside)).sort().join()} ${await readFile(`${top}${outside}/secret`, "utf8")}`,
    },
    close: () => rm(top + base, { recursive: true, force: true }),
  };
}
