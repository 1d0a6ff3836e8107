/** What landlock(7) tells apart, in the order of its bits; the number is the version that brought it. */
const versions = {
  execute: 1,
  writeFile: 1,
  readFile: 1,
  readDir: 1,
  removeDir: 1,
  removeFile: 1,
  makeChar: 1,
  makeDir: 1,
  makeReg: 1,
  makeSock: 1,
  makeFifo: 1,
  makeBlock: 1,
  makeSym: 1,
  refer: 2,
  truncate: 3,
  ioctlDev: 5,
} as const;
type Right = keyof typeof versions;

const names = Object.keys(versions) as Right[]; // of the table
const bit = (right: Right) => 1 << names.indexOf(right);
const bitsOf = (rights: readonly Right[]) => rights.reduce((bits, right) => bits | bit(right), 0);

/** What can be had at a file; anything else is for folders. */
export const fileRights = bitsOf(["execute", "writeFile", "readFile", "truncate", "ioctlDev"]);

const reading: readonly Right[] = ["execute", "readFile", "readDir"];
const kinds = {
  read: bitsOf(reading),
  /** All but devices, which nobody without capabilities makes, and whose ioctl calls are none of a folder's. */
  write: bitsOf(names.filter((name) => !["makeChar", "makeBlock", "ioctlDev"].includes(name))),
  /** One file, and to read it only. */
  file: bitsOf(["readFile"]),
  device: bitsOf(["readFile", "writeFile", "truncate", "ioctlDev"]),
};

/** The bits of a kind of place, as far as this version knows them. */
export function rightsFor(kind: keyof typeof kinds, abi: number): number {
  return kinds[kind] & handledFiles(abi);
}

/** Everything that this version can refuse. */
export function handledFiles(abi: number): number {
  return bitsOf(names.filter((name) => versions[name] <= abi));
}

const bindAndConnectTcp = 0b11;
const abstractSocketsAndSignals = 0b11;
const networkFrom = 4;
/** From here on signals reach only the own terminal's processes. */
export const signalsFrom = 6;

export function handledBeyondFiles(abi: number, hasNetwork: boolean): { network: number; scopes: number } {
  return {
    network: abi >= networkFrom && !hasNetwork ? bindAndConnectTcp : 0,
    scopes: abi >= signalsFrom ? abstractSocketsAndSignals : 0,
  };
}
