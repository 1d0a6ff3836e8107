import { locationOf } from "@/components/domain/folder/use-folder-location";
import { pages } from "@/lib/client/urls";
import type { Tab } from "@/lib/shared/tabs";
import { nameOf, parentOf, type VirtualPath } from "@/lib/shared/paths";

/** What a tab is called and which sign it has. `hint`: what tells it from others of the same name. */
export type TabLabel = {
  text: string;
  hint: string | null;
  /** The whole place, for the tooltip. */
  whole: string;
  sign: { type: "folder" | "search" | "page" } | { type: "file"; name: string } | { type: "nav"; href: string };
};

export type LabelSources = {
  /** Names of the pages in the navigation, by their addresses. */
  navNames: ReadonlyMap<string, string>;
  /** Notes of the roots, by their ids. */
  rootNames: ReadonlyMap<string, string>;
  filesName: string;
};

/** The tabs' labels: by their addresses as far as these say it, so in the language of the moment; else as the page called itself. */
export function labelsOf(tabs: readonly Tab[], sources: LabelSources): readonly TabLabel[] {
  const labels = tabs.map((tab) => labelOf(tab, sources));
  const counts = new Map<string, number>();
  for (const { text } of labels) counts.set(text, (counts.get(text) ?? 0) + 1);
  return labels.map((label) => ((counts.get(label.text) ?? 0) > 1 ? label : { ...label, hint: null }));
}

function labelOf({ address, title }: Tab, { navNames, rootNames, filesName }: LabelSources): TabLabel {
  const [path = "", search = ""] = address.split("?");
  const isFiles = path === pages.files() || path.startsWith(`${pages.files()}/`);
  if (!isFiles) {
    const text = navNames.get(path) ?? (title === "" ? path : title);
    return { text, hint: null, whole: text, sign: navNames.has(path) ? { type: "nav", href: path } : { type: "page" } };
  }
  const place = locationOf(path, search);
  const nameOfPlace = (at: VirtualPath) => rootNames.get(at) ?? nameOf(at);
  const wholeOf = (at: VirtualPath): string => {
    const parent = parentOf(at);
    return parent === null ? nameOfPlace(at) : `${wholeOf(parent)} / ${nameOf(at)}`;
  };
  const wanted = new URLSearchParams(search).get("q");
  if (wanted !== null) {
    const where = place.type === "folder" ? wholeOf(place.path) : filesName;
    return {
      text: wanted === "" ? title || filesName : wanted,
      hint: where,
      whole: `${wanted} – ${where}`,
      sign: { type: "search" },
    };
  }
  if (place.type !== "folder") return { text: filesName, hint: null, whole: filesName, sign: { type: "folder" } };
  const { path: folder, open } = place;
  if (open !== null)
    return {
      text: open,
      hint: nameOfPlace(folder),
      whole: `${wholeOf(folder)} / ${open}`,
      sign: { type: "file", name: open },
    };
  const parent = parentOf(folder);
  return {
    text: nameOfPlace(folder),
    hint: parent === null ? null : nameOfPlace(parent),
    whole: wholeOf(folder),
    sign: { type: "folder" },
  };
}
