import { IconBolt, IconCursorText, IconPlayerPlay, IconTerminal2 } from "@tabler/icons-react";
import { lazyPart } from "@/components/ui/lazy/lazy-part";
import { loadPart } from "@/components/ui/lazy/load-part";
import { isOneFolder } from "@/components/domain/action/available";
import type { ActionScene } from "@/components/domain/action/entry-action";
import { folderTool } from "@/components/domain/tool/folder-tool";
import { showToast } from "@/components/ui/toast/toast-store";
import { requestDialog } from "@/components/ui/dialog/request-dialog";
import { feature } from "@/components/registry/feature";
import { page } from "@/components/registry/page";
import { pages } from "@/lib/client/urls";
import { parseVirtualPath } from "@/lib/shared/paths";
import { CommandHost } from "./commands/command-host";
import { commandRequest } from "./commands/command-request";
import { QuickHost } from "./quick/quick-host";
import { recordingRequest } from "./recording/recording-request";
import { TerminalDock } from "./terminal-dock";

const loadTerminals = () => loadPart(() => import("./terminal-store"));

const hasShell = ({ can, isLimitedToCommands }: ActionScene) => can("terminal") && !isLimitedToCommands;

/** Of the quick commands' menu, in what it is about. */
const inset = 40;

export const terminalFeature = feature({
  id: "terminal",
  messages: ["terminal"],
  pages: [
    page({ path: "terminal", permission: "terminal", load: () => import("./terminal-page") }),
    page({
      path: "settings/recordings",
      permission: "pty_cmd_update",
      load: () => import("./recording/recordings-page"),
    }),
  ],
  nav: [
    {
      label: "terminal.nav",
      href: pages.terminal(),
      icon: IconTerminal2,
      group: "own",
      order: 40,
      isShown: (can) => can("terminal"),
    },
  ],
  settingPlaces: [
    {
      id: "quickCommands",
      words: "terminal.quick",
      terms: ["quick command", "snippet", "script", "macro"],
      href: pages.terminal(),
      page: "terminal.title",
      isShown: (can) => can("terminal"),
    },
  ],
  docks: [TerminalDock],
  hosts: [
    CommandHost,
    QuickHost,
    requestDialog(
      recordingRequest,
      () => import("./recording/player-dialog"),
      ({ id }) => id,
    ),
  ],
  folderTools: [folderTool("quick-output", () => import("./quick/output-dialog"))],
  tasks: [
    {
      kind: "quick-command",
      words: "terminal.tasks.quickCommand",
      counts: "bytes",
      isOpenEnded: true,
      done: ({ title, facts }, say) => {
        const code = Number(facts["code"] ?? 0);
        return code === 0
          ? say("terminal.tasks.quickCommand.done", { name: title, count: 1 })
          : say("terminal.quick.failed", { name: title, code });
      },
      result: ({ facts }) => {
        const path = typeof facts["path"] === "string" ? parseVirtualPath(facts["path"]) : null;
        return path === null ? null : { tool: "quick-output", path };
      },
    },
  ],
  shortcuts: [
    { text: "terminal", keys: ["Ctrl+`"], order: 190 },
    { text: "splitTerminal", keys: ["Ctrl+Shift+D", "Alt+Shift+D"], order: 191 },
    { text: "nextPane", keys: ["Alt+Shift+→"], order: 192 },
  ],
  entryActions: [
    {
      id: "terminal.actions.terminalHere",
      icon: IconTerminal2,
      order: { entries: 155, folder: 115 },
      when: (scene) => (hasShell(scene) && isOneFolder(scene) ? "enabled" : "hidden"),
      run: ({ chosen: [first], folder, words }) => {
        loadTerminals()
          .then(({ openTerminal }) => openTerminal(first?.path ?? folder))
          .catch((error: unknown) => showToast({ kind: "error", message: words.errorText(error) }));
      },
    },
    {
      id: "terminal.actions.runHere",
      icon: IconPlayerPlay,
      order: { entries: 155, folder: 115 },
      when: (scene) =>
        scene.can("terminal") && scene.isLimitedToCommands && isOneFolder(scene) ? "enabled" : "hidden",
      run: ({ chosen: [first], folder }) => commandRequest.set({ folder: first?.path ?? folder }),
    },
    {
      id: "terminal.actions.insertPath",
      icon: IconCursorText,
      order: { entries: 156, results: 156 },
      when: (scene) => (hasShell(scene) && scene.chosen.length > 0 ? "enabled" : "hidden"),
      run: ({ chosen, folder, words }) => {
        const paths = chosen.map(({ path }) => path);
        loadTerminals()
          .then(({ typePaths }) => typePaths(paths, folder))
          .catch((error: unknown) => showToast({ kind: "error", message: words.errorText(error) }));
      },
    },
    {
      id: "terminal.actions.quickCommands",
      icon: IconBolt,
      order: { entries: 157, results: 157, folder: 117 },
      when: (scene) => (hasShell(scene) ? "enabled" : "hidden"),
      run: ({ chosen, folder, words }) => {
        // The row has the focus again, which the menu that this was chosen from had.
        const { left, right, top, bottom } = (document.activeElement ?? document.body).getBoundingClientRect();
        const anchor = { left: left + inset, right, top, bottom: Math.min(bottom, top + inset) };
        const paths = chosen.map(({ path }) => path);
        void import("./quick/quick-menu").then(({ openQuickMenu }) => openQuickMenu(anchor, { folder, paths, words })); // shows its own failures
      },
    },
  ],
  settingSections: [
    {
      id: "terminal",
      order: 70,
      permission: "pty_cmd_update",
      words: "terminal.setting",
      settings: ["terminal"],
      terms: ["shell", "bash", "pty", "tty", "console", "retention", "asciinema"],
      Screen: lazyPart(() => import("./terminal-setting")),
    },
  ],
});
