import { execFile } from "node:child_process";

const timeoutMs = 10_000;

/**
 * Copies xattrs, ACL and security label from one open file to another. Node has no call for them, cp has. Gives false where
 * cp is missing or does not know how (busybox): then mode and owner, which the caller sets, are all that is kept.
 */
export function copyAttributes(fromFd: number, toFd: number): Promise<boolean> {
  const place = (fd: number) => `/proc/${process.pid}/fd/${fd}`;
  return new Promise((resolve) => {
    execFile(
      "cp",
      ["--attributes-only", "--preserve=all", "--", place(fromFd), place(toFd)],
      { timeout: timeoutMs },
      (error) => resolve(error === null),
    );
  });
}
