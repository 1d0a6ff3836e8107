import { isHeldBack } from "@/lib/shared/variable-names";
import { getApp } from "@/lib/server/runtime/app";
import { unsealText } from "@/lib/server/session/seal";
import { searchPathsSetting, variablesSetting } from "./environment-settings";
import { secretOf } from "./variables";

/**
 * What a shell gets beside its own: folders for the end of PATH, in their order, and variables. Secrets are administrators' alone.
 * What may be given is asked here and not only when it is set: some was set when more was allowed.
 */
export function environmentOf({ isRoot }: { isRoot: boolean }): {
  folders: string[];
  variables: Record<string, string>;
} {
  const isMeant = ({ audience }: { audience: string }) =>
    audience === "everyone" || (audience === "administrators") === isRoot;
  const variables = variablesSetting
    .get()
    .variables.filter((one) => isMeant(one) && !isHeldBack(one))
    .flatMap(({ name, value, isSecret }) => {
      const text = isSecret ? unsealText(value, { keys: getApp().keys, about: secretOf(name) }) : value;
      return text === null ? [] : [[name, text] as const];
    });
  const folders = searchPathsSetting.get().paths.filter(isMeant);
  return { folders: folders.map(({ path }) => path), variables: Object.fromEntries(variables) };
}
