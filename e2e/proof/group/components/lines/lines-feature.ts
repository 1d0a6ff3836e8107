import { IconList, IconListNumbers } from "@tabler/icons-react";
import { viewer } from "@/components/domain/viewing/viewer";
import { feature } from "@/components/registry/feature";
import { page } from "@/components/registry/page";
import { lazyPart } from "@/components/ui/lazy/lazy-part";

export const linesFeature = feature({
  id: "lines",
  messages: ["lines"],
  pages: [page({ path: "lines", permission: "file_read", load: () => import("./lines-page") })],
  nav: [
    {
      label: "lines.nav",
      href: "/lines",
      icon: IconListNumbers,
      group: "own",
      order: 90,
      isShown: (can) => can("file_read"),
    },
  ],
  tasks: [
    {
      kind: "lines",
      words: "lines.tasks.lines",
      counts: "files",
      done: ({ facts }, say) => say("lines.tasks.lines.counted", { sum: Number(facts["sum"] ?? 0) }),
    },
  ],
  entryActions: [
    {
      id: "lines.actions.count",
      icon: IconList,
      order: { entries: 190, results: 190 },
      when: ({ chosen: [first] }) => (first === undefined ? "hidden" : "enabled"),
      run: ({ chosen, words }) => {
        void import("./sum-lines").then(({ sumLines }) => sumLines(chosen, words)); // shows its own failures
      },
    },
  ],
  viewers: [
    viewer({
      id: "lines",
      // Before the editor in the list, it takes these texts from it.
      accepts: ({ name }, view) => view === "text" && name.endsWith(".lines.txt"),
      needs: "url",
      load: () => import("./lines-viewer"),
    }),
  ],
  settingSections: [
    {
      id: "lines",
      order: 60,
      permission: "sys_protection_dir",
      words: "lines",
      Screen: lazyPart(() => import("./lines-setting")),
    },
  ],
});
