import { IconFolder, IconPlayerPlay, IconSettings } from "@tabler/icons-react";
import { folderToolRequest } from "@/components/domain/tool/folder-tool-store";
import { watchTask } from "@/components/domain/task/task-store";
import type { Words } from "@/components/domain/entry/words";
import type { MenuAnchor, MenuItem } from "@/components/ui/menu/menu-items";
import { openMenu } from "@/components/ui/menu/menu-store";
import { showToast } from "@/components/ui/toast/toast-store";
import { api } from "@/lib/client/call";
import type { QuickChild, QuickCommand } from "@/lib/contracts/quick-commands";
import { parentOf, type VirtualPath } from "@/lib/shared/paths";
import { showTerminal } from "@/components/terminal/dock-store";
import { isManagingQuick } from "./quick-store";
import { fittingCommands } from "./fitting-commands";

type About = { folder: VirtualPath | null; paths: readonly VirtualPath[]; words: Words };

/** The user's quick commands that fit what is chosen, as a menu; a group opens one of its own. Never rejects. */
export async function openQuickMenu(anchor: MenuAnchor, about: About): Promise<void> {
  const { words } = about;
  try {
    const { commands } = await api.terminal.listQuickCommands({});
    const fitting = fittingCommands(commands, about.paths);
    const { say } = words.tasks;
    openMenu({
      anchor,
      label: say("terminal.quick.title"),
      items: [
        ...fitting.map((one) => itemOf(one, { anchor, about })),
        ...(fitting.length > 0 ? [{ id: "line", divider: true } as const] : []),
        {
          id: "manage",
          label: say("terminal.quick.manage"),
          icon: <IconSettings size={16} />,
          onSelect: () => isManagingQuick.set(true),
        },
      ],
    });
  } catch (error) {
    showToast({ kind: "error", message: words.errorText(error) });
  }
}

function itemOf(one: QuickCommand, { anchor, about }: { anchor: MenuAnchor; about: About }): MenuItem {
  if (one.children.length === 0) return runItem(one, about);
  return {
    id: one.id,
    label: `${one.note} ▸`,
    icon: <IconFolder size={16} />,
    onSelect: () => openMenu({ anchor, label: one.note, items: one.children.map((child) => runItem(child, about)) }),
  };
}

function runItem(one: QuickChild, about: About): MenuItem {
  return {
    id: one.id,
    label: one.note,
    icon: <IconPlayerPlay size={16} />,
    onSelect: () => void run(one, about), // it never rejects
  };
}

async function run({ id }: QuickChild, { folder, paths, words }: About): Promise<void> {
  const [first] = paths;
  // Among results of a search there is no open folder: the entry's own is meant.
  const where = folder ?? (first === undefined ? null : parentOf(first));
  if (where === null) return;
  try {
    const begun = await api.terminal.runQuickCommand({ id, folder: where, paths: [...paths] });
    if ("taskId" in begun) {
      watchTask(begun.taskId, words);
      // What it says, as it says it; closed, the task goes on.
      folderToolRequest.set({ tool: "quick-output", path: where, taskId: begun.taskId });
    } else showTerminal(begun.terminalId);
  } catch (error) {
    showToast({ kind: "error", message: words.errorText(error) });
  }
}
