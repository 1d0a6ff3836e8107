"use client";

import { IconMenu2 } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import Link from "next/link";
import { useRef, useState, type ReactNode } from "react";
import { ErrorState } from "@/components/ui/state/error-state";
import { IconButton } from "@/components/ui/icon-button";
import { useLostFocus } from "@/components/ui/use-lost-focus";
import { isMobileNow, useIsMobile } from "@/components/ui/use-media";
import { pages } from "@/lib/client/urls";
import { ConnectionBanner } from "./connection-banner";
import { IdleBanner } from "./idle-banner";
import { ViewingBanner } from "./viewing-banner";
import { Logo } from "./logo";
import { useLook } from "./look";
import { NavDrawer } from "./nav-drawer";
import { NavList } from "./nav-list";
import { NotificationButton } from "./notification-button";
import { useApplyPreferences } from "./use-apply-preferences";
import { requestIdOf, useErrorText } from "./use-error-text";
import { useMe } from "./use-me";
import { useRail } from "./use-rail";
import { useSessionGuard } from "./use-session-guard";
import { useToastArea } from "./use-toast-area";
import { UserMenu } from "./user-menu";
import styles from "./shell.module.css";

type Props = {
  /** In the middle of the header. */
  search?: ReactNode;
  /** At the header's end, before the bell. */
  tools?: ReactNode;
  /** Between the header and the page. */
  tabs?: ReactNode;
  /** Below the page. */
  dock?: ReactNode;
  children: ReactNode;
};

/** The frame of every page behind the sign-in: header, navigation, content. */
export function Shell({ search, tools, tabs, dock, children }: Props) {
  const t = useTranslations("layout");
  const { name } = useLook();
  const isAllowed = useSessionGuard();
  const isMobile = useIsMobile();
  const { isNarrow, toggle } = useRail();
  const main = useRef<HTMLElement>(null);
  useLostFocus();
  useToastArea(main);
  const [isDrawerOpen, setDrawerOpen] = useState(false);
  return (
    <div className={styles["shell"]}>
      <a href="#main" className={styles["skip"]}>
        {t("skipToContent")}
      </a>
      <header className={styles["header"]}>
        <IconButton
          label={t("menu")}
          icon={<IconMenu2 size={18} />}
          aria-expanded={isMobile ? isDrawerOpen : !isNarrow}
          onClick={() => (isMobileNow() ? setDrawerOpen(true) : toggle())}
        />
        <Link href={pages.files()} prefetch={false} className={styles["brand"]} aria-label={name}>
          <Logo />
          <span>{name}</span>
        </Link>
        {search}
        <div className={styles["tools"]}>
          {tools}
          <NotificationButton />
          <UserMenu />
        </div>
      </header>
      <ConnectionBanner />
      <IdleBanner />
      <ViewingBanner />
      <nav className={styles["rail"]} aria-label={t("menu")}>
        <NavList />
      </nav>
      {isDrawerOpen ? <NavDrawer label={t("menu")} onClose={() => setDrawerOpen(false)} /> : null}
      {isAllowed ? tabs : null}
      <main id="main" ref={main} className={styles["main"]} tabIndex={-1}>
        {isAllowed ? <SignedIn>{children}</SignedIn> : null}
      </main>
      <div className={styles["dock"]}>{isAllowed ? dock : null}</div>
    </div>
  );
}

/** Loads the user's info beside what the page itself loads; without it there is only the reason. */
function SignedIn({ children }: { children: ReactNode }) {
  const t = useTranslations("ui");
  const me = useMe();
  const errorText = useErrorText();
  useApplyPreferences(me.data);
  if (!me.isError || me.data !== undefined) return children;
  return (
    <ErrorState
      title={errorText(me.error)}
      hint={t("errorHint")}
      requestId={requestIdOf(me.error)}
      onRetry={() => void me.refetch()}
    />
  );
}
