import { expect, test } from "vitest";
import { isAppError } from "@/lib/shared/errors";
import { toAppError } from "./errno";

const failed = (code: string, syscall: string) => Object.assign(new Error(code), { code, syscall });

test.each([
  // What vfat and NTFS answer to a name with a colon, and to one that ends in a period.
  ["EINVAL", "open", "file/name-refused"],
  ["EINVAL", "mkdir", "file/name-refused"],
  ["EINVAL", "rename", "file/name-refused"],
  ["EINVAL", "read", "file/io"],
  ["EBUSY", "rename", "file/busy"],
  ["ETXTBSY", "open", "file/running"],
  ["EDQUOT", "write", "file/disk-quota"],
  ["EIO", "read", "file/io"],
])("%s of %s is %s", (code, syscall, key) => {
  const known = toAppError(failed(code, syscall));
  expect(isAppError(known) && known.key).toBe(key);
});
