"use client";

import { useTranslations } from "next-intl";
import { useMemo, useState } from "react";
import { lazyDialog } from "@/components/ui/lazy/lazy-dialog";
import { EmptyState } from "@/components/ui/state/empty-state";
import { useStore } from "@/components/ui/use-store";
import { keepChannel } from "@/lib/client/channel";
import { createLiveTable } from "@/lib/client/live-rows";
import type { LinkState, NavBoard, NavItem } from "@/lib/contracts/navindex";
import { randomId } from "@/lib/shared/units";
import { BoardItems } from "./board-items";
import { addItem, findItem, findLinks, replaceItem } from "./board-tree";
import { BoardTools } from "./board-tools";
import { useBoardEditing } from "./use-board-editing";

const ItemDialog = lazyDialog(() => import("./item-dialog"));

type Props = { board: NavBoard; isSaving: boolean; onSave: (items: NavItem[]) => void };
type Edited = { item: NavItem; folderId: string | null; isNew: boolean };

/** One board: used, searched, or edited. */
export function BoardView({ board, isSaving, onSave }: Props) {
  const t = useTranslations("navindex");
  const { items, version, may_edit: mayEdit } = board;
  const [text, setText] = useState("");
  const [isEditing, setEditing] = useState(false);
  const [edited, setEdited] = useState<Edited | null>(null);
  const states = useLinkStates(version);
  const begin = (kind: NavItem["kind"], folderId: string | null) =>
    setEdited({ item: newItem(kind), folderId, isNew: true });
  const editing = useBoardEditing({
    items,
    onChange: onSave,
    onEdit: (item) => setEdited({ item, folderId: null, isNew: false }),
    onAdd: (folderId) => begin("link", folderId),
  });
  const found = text.trim() === "" ? null : findLinks(items, text);
  return (
    <>
      <BoardTools
        board={board}
        text={text}
        onText={setText}
        isEditing={isEditing}
        onEditing={setEditing}
        onAdd={(kind) => begin(kind, null)}
        onImport={(more) => onSave([...items, ...more])}
        isSaving={isSaving}
      />
      {items.length === 0 ? (
        <EmptyState title={t("empty")} hint={t(mayEdit ? "emptyHint" : "emptyOther")} />
      ) : found?.length === 0 ? (
        <EmptyState title={t("noMatch")} hint={t("noMatchHint")} />
      ) : (
        <BoardItems items={found ?? items} states={states} editing={isEditing && found === null ? editing : null} />
      )}
      {edited === null ? null : (
        <ItemDialog
          item={edited.item}
          isNew={edited.isNew}
          onSave={(item) =>
            onSave(findItem(items, item.id) === null ? addItem(items, edited.folderId, item) : replaceItem(items, item))
          }
          onClose={() => setEdited(null)}
        />
      )}
    </>
  );
}

const none: ReadonlyMap<string, LinkState> = new Map();

/** Whether links answer, by their addresses. Asked for anew when the board has got others. */
function useLinkStates(version: number): ReadonlyMap<string, LinkState> {
  const table = useMemo(
    () => createLiveTable<LinkState>((hear, end) => keepChannel("navindex/states", {}, hear, end)),
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- another version has other links
    [version],
  );
  return useStore(table).rows ?? none;
}

function newItem(kind: NavItem["kind"]): NavItem {
  const id = randomId(12);
  return kind === "link"
    ? { id, kind, title: "", url: "", icon: null, color: "blue" }
    : { id, kind, title: "", color: "gray", items: [] };
}
