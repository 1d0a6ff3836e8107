import { useTranslations } from "next-intl";
import { useMe } from "@/components/layout/use-me";
import { imagePrefix } from "@/lib/shared/image-namespace";
import { parseImageReference } from "@/lib/shared/image-reference";

/** How the names begin that the user may give to images, and what says so; for administrators and until it is known nothing at all. */
export function useOwnNames() {
  const t = useTranslations("dockerImage");
  const { data: me } = useMe();
  const prefix = me === undefined || me.is_root ? "" : imagePrefix(me);
  return { prefix, hint: prefix === "" ? undefined : t("ownNames", { prefix }) };
}

/** Whether it is a name, without a digest, that begins so. */
export const isNameWith = (prefix: string, reference: string): boolean =>
  reference.startsWith(prefix) && parseImageReference(reference)?.digest === null;
