"use client";

import { useTranslations } from "next-intl";
import { useSearchParams } from "next/navigation";
import { useMemo, useState } from "react";
import { LivePage } from "@/components/domain/live/live-page";
import { useCan } from "@/components/layout/use-can";
import { changeAddress, useDialogAddress } from "@/components/layout/use-dialog-address";
import { keepChannel } from "@/lib/client/channel";
import { createLiveTable } from "@/lib/client/live-rows";
import type { UnitRow } from "@/lib/contracts/systemd";
import type { UnitFilter } from "./filter-units";
import { ServiceActions } from "./service-actions";
import type { Opened } from "./unit-dialogs";
import { UnitList } from "./unit-list";
import { UnitTools } from "./unit-tools";
import { usePinnedUnits } from "./use-pinned-units";

/** The units of systemd, live, and what can be done with them; an address that names one begins with those that are called like it. */
export default function ServicesPage() {
  const params = useSearchParams();
  const named = params.get("unit") ?? "";
  return <Services key={named} named={named} scope={params.get("scope") ?? ""} />;
}

function Services({ named, scope }: { named: string; scope: string }) {
  const t = useTranslations("systemd");
  const can = useCan();
  const dialog = useDialogAddress<Opened>();
  const table = useMemo(
    () => createLiveTable<UnitRow>((hear, end) => keepChannel("systemd/follow", { scope }, hear, end)),
    [scope],
  );
  const [filter, setFilter] = useState<UnitFilter>({
    text: named,
    type: named === "" ? "service" : "all",
    state: "all",
  });
  const pinned = usePinnedUnits(scope);
  return (
    <LivePage
      title={t("title")}
      permission="sys_view"
      table={table}
      actions={can("sys_view") ? <ServiceActions table={table} onOpened={dialog.openOther} /> : null}
    >
      {(rows) => (
        <>
          <UnitTools
            rows={rows}
            filter={filter}
            onFilter={setFilter}
            scope={scope}
            onScope={(one) => changeAddress({ scope: one })}
            isPinned={pinned.isPinned}
          />
          <UnitList rows={rows} filter={filter} scope={scope} pinned={pinned} dialog={dialog} />
        </>
      )}
    </LivePage>
  );
}
