import { z } from "zod";
import { endpoint } from "./endpoint";
import { virtualPath, virtualPaths } from "./fields";

const rating = z.number().int().min(0).max(5);

export const mostRatingsPerCall = 500;

export const ratingContract = {
  readRatings: endpoint({
    method: "POST",
    path: "rating/read",
    direct: true,
    viewing: true,
    access: "file_read",
    audit: false,
    summary: "Read the ratings of pictures from the XMP files beside them. Pictures without a rating are left out.",
    input: z.object({ files: virtualPaths(mostRatingsPerCall) }),
    output: z.object({ ratings: z.array(z.object({ path: z.string(), rating: z.number() })) }),
  }),
  saveRating: endpoint({
    method: "POST",
    path: "rating/save",
    access: "filecat_file_context_update_upload_created_copy_decompression",
    summary: "Rate a picture from 0 (no rating) to 5 in the XMP file beside it. Everything else in that file is kept.",
    input: z.object({ path: virtualPath, rating }),
    output: z.object({ path: z.string(), rating }),
  }),
};
