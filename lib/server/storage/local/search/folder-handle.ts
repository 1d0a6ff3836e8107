import fs from "node:fs";
import { fromLatin1, toFsPath } from "@/lib/server/storage/local/sys/fs-path";
import { openFlags } from "@/lib/server/storage/local/sys/sys";

/**
 * A folder that is opened when it is first looked into, by its path, and then asked where it is: one that moved, or that somebody
 * swapped for a link meanwhile, is not opened. For threads that may wait for the disk.
 */
export class FolderHandle {
  readonly real: string;
  fd = -1;
  private readonly descriptors: string;

  /** `descriptors`: this thread's folder of open descriptors. */
  constructor(real: string, descriptors: string) {
    this.real = real;
    this.descriptors = descriptors;
  }

  get place(): string {
    return `${this.descriptors}/${this.fd}`;
  }

  /** Whether it is open now and is where it should be. */
  open(): boolean {
    if (this.fd >= 0) return true;
    this.fd = fs.openSync(toFsPath(this.real), openFlags.folderPlaceNoFollow);
    if (fromLatin1(fs.readlinkSync(this.place, "latin1")) === this.real) return true;
    this.close();
    return false;
  }

  close(): void {
    if (this.fd >= 0) fs.closeSync(this.fd);
    this.fd = -1;
  }
}
