import { ratingContract } from "@/lib/contracts/rating";
import { group } from "@/lib/server/group/group";
import { readRatings } from "./read-ratings";
import { saveRating } from "./save-rating";

export const ratingGroup = group({
  name: "rating",
  contract: ratingContract,
  json: { readRatings, saveRating },
});
