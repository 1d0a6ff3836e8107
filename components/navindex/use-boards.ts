"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { api } from "@/lib/client/call";
import type { NavBoard, NavItem } from "@/lib/contracts/navindex";

const queryKey = ["navindex", "boards"] as const;
type Boards = { boards: NavBoard[] };

/** The boards that the user sees, and saving one: what was changed is shown at once, and taken back where it cannot be kept. */
export function useBoards() {
  const queryClient = useQueryClient();
  const boards = useQuery({ queryKey, queryFn: ({ signal }) => api.navindex.listBoards({}, { signal }) });
  const change = (roleId: string | null, by: (board: NavBoard) => NavBoard) =>
    queryClient.setQueryData<Boards>(queryKey, (before) =>
      before === undefined
        ? before
        : { boards: before.boards.map((board) => (board.role_id === roleId ? by(board) : board)) },
    );
  const { mutate, isPending } = useMutation({
    mutationFn: ({ board: { role_id, version }, items }: { board: NavBoard; items: NavItem[] }) => {
      // One waits for the other, and needs the version that that has made.
      const now = queryClient.getQueryData<Boards>(queryKey)?.boards.find((board) => board.role_id === role_id);
      return api.navindex.saveBoard({ role_id, version: now?.version ?? version, items });
    },
    scope: { id: "navindex" },
    onMutate: ({ board, items }) => change(board.role_id, (before) => ({ ...before, items })),
    onSuccess: ({ version }, { board }) => change(board.role_id, (before) => ({ ...before, version })),
    onError: () => void queryClient.invalidateQueries({ queryKey }),
  });
  return { boards, isSaving: isPending, save: (board: NavBoard, items: NavItem[]) => mutate({ board, items }) };
}
