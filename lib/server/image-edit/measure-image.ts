import type { imageEditContract } from "@/lib/contracts/image-edit";
import type { Service } from "@/lib/server/http/service";
import { makeEdited } from "./make-edited";

/** All the work of saving, to its last byte: no estimate is as true. */
export const measureImage: Service<typeof imageEditContract.measureImage> = async (input, ctx) => {
  const { bytes, width, height } = await makeEdited(input, ctx);
  return { sizeBytes: bytes.length, width, height };
};
