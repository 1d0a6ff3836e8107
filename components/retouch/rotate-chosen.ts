import type { ActionContext } from "@/components/domain/action/entry-action";
import { isRotatable } from "@/components/domain/entry/picture-format";
import { rotatePictures, type QuarterTurn } from "@/components/domain/verbs/rotate-pictures";

/** One after the other: so many take some minutes at most. */
const mostChosen = 500;

/** Turns what is chosen of pictures, as {@link rotatePictures}. */
export async function rotateChosen({ chosen, words }: ActionContext, by: QuarterTurn): Promise<void> {
  const pictures = chosen.filter(({ entry }) => isRotatable(entry)).slice(0, mostChosen);
  await rotatePictures(
    pictures.map(({ path }) => path),
    by,
    words,
  );
}
