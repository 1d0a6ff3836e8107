import { quietPart } from "@/components/domain/viewing/quiet-part";
import { feature } from "@/components/registry/feature";

/** What one may do to the picture that is shown. */
export const pictureFeature = feature({
  id: "picture",
  messages: ["picture"],
  pictureParts: {
    Tools: quietPart(() => import("./session-tools")),
    Rating: quietPart(() => import("./rating-stars")),
  },
});
