import { imageEditContract } from "@/lib/contracts/image-edit";
import { group } from "@/lib/server/group/group";
import { measureImage } from "./measure-image";
import { saveImage } from "./save-image";

export const imageEditGroup = group({
  name: "image-edit",
  contract: imageEditContract,
  json: { saveImage, measureImage },
});
