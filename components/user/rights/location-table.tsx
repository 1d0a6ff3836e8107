import { useTranslations } from "next-intl";
import { Badge } from "@/components/ui/badge";
import { Table } from "@/components/ui/table";
import type { OutputOf } from "@/lib/contracts/endpoint";
import type { userContract } from "@/lib/contracts/user";
import { useFolderText } from "@/components/user/grants/use-folders";
import own from "./rights.module.css";

type Location = OutputOf<typeof userContract.getRights>["locations"][number];
type Props = { locations: readonly Location[]; roleName: string };

/** Where a user may be, and the folders in there where something else is allowed. */
export function LocationTable({ locations, roleName }: Props) {
  const t = useTranslations("user.rights");
  const folderText = useFolderText(
    locations.flatMap(({ path, exceptions }) => [path, ...exceptions.map((one) => one.path)]),
  );
  return (
    <Table
      label={t("locations")}
      rows={locations}
      rowKey={({ path }) => path}
      columns={[
        { id: "name", title: t("location"), renderCell: ({ name }) => name },
        {
          id: "path",
          title: t("path"),
          isLine: true,
          renderCell: ({ name, path, exceptions, more }) => (
            <>
              <code>{folderText(path)}</code>
              {exceptions.length === 0 ? null : (
                <ul className={own["exceptions"]} aria-label={t("exceptions", { name })}>
                  {exceptions.map((one) => (
                    <li key={one.path}>
                      <code>{folderText(one.path)}</code>
                      <span>{t(`accesses.${one.access}`)}</span>
                      {one.from.map((source) => (
                        <Badge key={source}>{t(`sources.${source}`, { role: roleName })}</Badge>
                      ))}
                    </li>
                  ))}
                  {more === 0 ? null : <li>{t("more", { count: more })}</li>}
                </ul>
              )}
            </>
          ),
        },
        { id: "access", title: t("access"), renderCell: ({ access }) => t(`accesses.${access}`) },
      ]}
    />
  );
}
