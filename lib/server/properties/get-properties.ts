import type { propertiesContract } from "@/lib/contracts/properties";
import type { Service } from "@/lib/server/http/service";

export const getProperties: Service<typeof propertiesContract.getProperties> = async ({ path }, { storage }) => {
  const {
    sizeBytes,
    allocatedBytes,
    mtimeMs,
    atimeMs,
    ctimeMs,
    birthtimeMs,
    acl,
    fileId: _,
    etag: __,
    ...rest
  } = await storage.details(path);
  return {
    ...rest,
    acl: acl === null ? null : { access: [...acl.access], defaults: [...acl.defaults] },
    size: sizeBytes,
    allocated: allocatedBytes,
    mtime: mtimeMs,
    atime: atimeMs,
    ctime: ctimeMs,
    birthtime: birthtimeMs,
  };
};
