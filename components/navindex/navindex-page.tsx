"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { LongSelect } from "@/components/layout/long-select";
import { Page } from "@/components/layout/page";
import { QueryState } from "@/components/layout/query-state";
import type { NavBoard } from "@/lib/contracts/navindex";
import { BoardView } from "./board-view";
import { useBoards } from "./use-boards";

/** The links that one opens every day: one's own, and those of one's role. */
export default function NavindexPage() {
  const t = useTranslations("navindex");
  const { boards, save, isSaving } = useBoards();
  const [chosen, setChosen] = useState("");
  const nameOf = ({ role_id, title }: NavBoard) => (role_id === null ? t("own") : title);
  const all = boards.data?.boards ?? [];
  return (
    <Page
      title={t("title")}
      isWide
      actions={
        all.length > 1 ? (
          <LongSelect
            size="xs"
            aria-label={t("boards")}
            value={chosen}
            data={all.map((board) => ({ value: board.role_id ?? "", label: nameOf(board) }))}
            onChange={setChosen}
          />
        ) : null
      }
    >
      <QueryState query={boards} rows={6}>
        {({ boards: loaded }) => {
          const board = loaded.find(({ role_id }) => (role_id ?? "") === chosen) ?? loaded[0];
          return board === undefined ? null : (
            <BoardView key={board.role_id} board={board} isSaving={isSaving} onSave={(items) => save(board, items)} />
          );
        }}
      </QueryState>
    </Page>
  );
}
