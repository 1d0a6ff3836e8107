import {
  IconBook,
  IconBox,
  IconBulb,
  IconCalendar,
  IconCamera,
  IconChartLine,
  IconCloud,
  IconCode,
  IconDatabase,
  IconDeviceGamepad2,
  IconDownload,
  IconFolder,
  IconGitBranch,
  IconHome,
  IconKey,
  IconMail,
  IconMessage,
  IconMovie,
  IconMusic,
  IconNews,
  IconPhoto,
  IconPrinter,
  IconRouter,
  IconServer,
  IconShield,
  type TablerIcon,
} from "@tabler/icons-react";
import type { NavItem } from "@/lib/contracts/navindex";
import type { LinkIcon } from "@/lib/shared/navindex";
import styles from "./navindex.module.css";

const pictures: Record<LinkIcon, TablerIcon> = {
  home: IconHome,
  server: IconServer,
  cloud: IconCloud,
  box: IconBox,
  database: IconDatabase,
  code: IconCode,
  git: IconGitBranch,
  chart: IconChartLine,
  film: IconMovie,
  music: IconMusic,
  photo: IconPhoto,
  book: IconBook,
  download: IconDownload,
  mail: IconMail,
  message: IconMessage,
  calendar: IconCalendar,
  news: IconNews,
  shield: IconShield,
  key: IconKey,
  router: IconRouter,
  printer: IconPrinter,
  camera: IconCamera,
  bulb: IconBulb,
  game: IconDeviceGamepad2,
};

/** A picture of our own, or the first letter: nothing is asked of the page that it leads to. */
export function ItemIcon({
  item,
}: {
  item: Pick<NavItem, "title" | "color"> & { kind: string; icon?: LinkIcon | null };
}) {
  const { title, color, icon = null, kind } = item;
  const Picture = kind === "folder" ? IconFolder : icon === null ? null : pictures[icon];
  return (
    <span className={styles["icon"]} data-color={color} aria-hidden>
      {Picture === null ? (Array.from(title)[0] ?? "?").toLocaleUpperCase() : <Picture size={20} stroke={1.7} />}
    </span>
  );
}
