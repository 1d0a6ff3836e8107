"use client";

import { IconBox, IconFolderFilled, IconServer2 } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import Link, { useLinkStatus } from "next/link";
import { usePathname } from "next/navigation";
import { use, useEffect } from "react";
import { api } from "@/lib/client/call";
import { NavItemsContext } from "./nav-item";
import { currentHref, navGroupsFor, type NavLink } from "./nav-items";
import { placesQuery } from "./places-query";
import { startProgress } from "./top-progress";
import { useCan } from "./use-can";
import { useCachedMe } from "./use-me";
import { useNavText } from "./use-nav-text";
import { useRail } from "./use-rail";
import styles from "./nav-list.module.css";

/** The groups of the navigation, in the rail and in the drawer. */
export function NavList({ onChoose }: { onChoose?: () => void }) {
  const t = useTranslations("layout.nav");
  const textOf = useNavText();
  const can = useCan();
  const isSignedIn = useCachedMe() !== undefined;
  const pathname = usePathname();
  const { isNarrow } = useRail();
  const roots = useQuery({
    ...placesQuery,
    enabled: isSignedIn,
    staleTime: 60_000,
  });
  const groups = navGroupsFor(can, roots.data ?? (roots.isError ? [] : null), use(NavItemsContext));
  const current = currentHref(groups, pathname);
  return (
    <>
      {groups.map(({ title, items }) => (
        <div key={title ?? items[0]?.href} className={styles["group"]}>
          {title === null ? null : <h2 className={styles["title"]}>{t(title)}</h2>}
          <ul className={styles["list"]}>
            {items.map((item) => {
              const text = "label" in item ? textOf(item.label) : item.text;
              return (
                <li key={item.href}>
                  <Link
                    href={item.href}
                    prefetch={false}
                    className={styles["link"]}
                    aria-current={item.href === current ? "page" : undefined}
                    // The file pages take what is dropped on a place.
                    data-place-path={"place" in item ? item.id : undefined}
                    data-tip={isNarrow ? text : undefined}
                    onClick={() => {
                      if ("place" in item) rememberPlace(item.place);
                      onChoose?.();
                    }}
                  >
                    <NavIcon item={item} />
                    <span className={styles["text"]}>{text}</span>
                    <LinkProgress />
                  </Link>
                </li>
              );
            })}
          </ul>
        </div>
      ))}
    </>
  );
}

function NavIcon({ item }: { item: NavLink }) {
  if ("icon" in item) return <item.icon size={17} />;
  if (item.kind === "host") return <IconServer2 size={17} />;
  if (item.kind === "container") return <IconBox size={17} />;
  return <IconFolderFilled size={17} className={styles["folder"]} />;
}

/** The file page opens the place that was chosen last. */
function rememberPlace(index: number): void {
  api.file.baseSwitch({ index }).catch(() => {}); // a comfort of the next visit; the link itself works without
}

/** Keeps the line at the top while the page that the link leads to is loaded. */
function LinkProgress() {
  const { pending } = useLinkStatus();
  useEffect(() => (pending ? startProgress() : undefined), [pending]);
  return null;
}
