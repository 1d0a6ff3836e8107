"use client";

import type { LinkState, NavItem } from "@/lib/contracts/navindex";
import { shownName } from "@/lib/shared/shown-name";
import { EditFrame } from "./edit-frame";
import { LinkCard, LinkWords } from "./item-card";
import { ItemIcon } from "./link-icon";
import type { BoardEditing } from "./use-board-editing";
import styles from "./navindex.module.css";

type Props = {
  items: readonly NavItem[];
  states: ReadonlyMap<string, LinkState>;
  /** Null: it is only used. */
  editing: BoardEditing | null;
};

/** The links of a board or a folder, then the folders in it. */
export function BoardItems({ items, states, editing }: Props) {
  const links = items.filter((item) => item.kind === "link");
  const folders = items.filter((item) => item.kind === "folder");
  return (
    <>
      {links.length === 0 ? null : (
        <ul className={styles["cards"]}>
          {links.map((link) =>
            editing === null ? (
              <LinkCard key={link.id} link={link} state={states.get(link.url) ?? null} />
            ) : (
              <EditFrame key={link.id} item={link} editing={editing} as="li" className={styles["card"] ?? ""}>
                <ItemIcon item={link} />
                <span className={styles["words"]}>
                  <LinkWords link={link} />
                </span>
              </EditFrame>
            ),
          )}
        </ul>
      )}
      {folders.map((folder) => (
        <section key={folder.id} className={styles["folder"]} aria-label={folder.title}>
          {editing === null ? (
            <div className={styles["folderHead"]}>
              <ItemIcon item={folder} />
              <FolderTitle title={folder.title} />
            </div>
          ) : (
            <EditFrame item={folder} editing={editing} as="div" className={styles["folderHead"] ?? ""}>
              <ItemIcon item={folder} />
              <FolderTitle title={folder.title} />
            </EditFrame>
          )}
          <BoardItems items={folder.items} states={states} editing={editing} />
        </section>
      ))}
    </>
  );
}

function FolderTitle({ title }: { title: string }) {
  return (
    <h2>
      <bdi>{shownName(title)}</bdi>
    </h2>
  );
}
