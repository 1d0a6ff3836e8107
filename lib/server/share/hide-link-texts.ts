import type { Entry, Storage } from "@/lib/server/storage/storage";

/**
 * The same places for somebody who is to know nothing of what is around them: a link says where it leads only as long as that stays
 * below its own folder. What else it may say is how this server's disks are laid out.
 */
export function hideLinkTexts(storage: Storage): Storage {
  return {
    ...storage,
    entry: async (path) => hide(await storage.entry(path)),
    async *list(folder, signal, ask) {
      for await (const page of storage.list(folder, signal, ask)) yield page.map(hide);
    },
  };
}

function hide(entry: Entry): Entry {
  if (entry.link === undefined) return entry;
  const { text, leadsTo } = entry.link;
  const isBelow = leadsTo !== "outside" && !text.startsWith("/") && !text.split("/").includes("..");
  return { ...entry, link: { text: isBelow ? text : "", leadsTo } };
}
