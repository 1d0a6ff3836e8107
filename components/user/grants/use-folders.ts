"use client";

import { keepPreviousData, queryOptions, useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useCan } from "@/components/layout/use-can";
import { api } from "@/lib/client/call";

const key = ["folders"] as const;

/** The folders in one of the server's; null: the places where the user can begin. */
export function useFolders(path: string | null) {
  return useQuery({ ...placesIn(path), placeholderData: keepPreviousData });
}

const placesIn = (path: string | null) =>
  queryOptions({
    queryKey: [...key, "in", path],
    queryFn: ({ signal }) => api.user.listFolders(path === null ? {} : { path }, { signal }),
  });

const onHost = /^(sftp:[^/]+)(.*)$/;
const inContainer = /^container:([^/]+)(.*)$/;

/** Folders as they are read: those on hosts by the host’s name, as far as the user has it, and those in containers by the container’s. */
export function useFolderText(paths: readonly string[]): (path: string) => string {
  const t = useTranslations("role.scopes");
  const can = useCan();
  const { data } = useQuery({
    ...placesIn(null),
    enabled: can("file_read") && paths.some((path) => onHost.test(path)),
  });
  return (path) => {
    const [, container, below] = inContainer.exec(path) ?? [];
    if (container !== undefined) return `${container}:${below || "/"}`;
    const [, volume, rest = ""] = onHost.exec(path) ?? [];
    if (volume === undefined) return path;
    const host = data?.folders.find((one) => one.path.split("/")[0] === volume);
    const inside = rest === "" ? "/" : rest;
    return host === undefined ? t("otherHost", { path: inside }) : `${host.name}:${inside}`;
  };
}

/** What somebody who types a folder as it is read means: `name:/path` is on the host of this name, or in the container. */
export function useTypedFolder(text: string): string {
  const can = useCan();
  const [, name, rest = ""] = /^([^/]+):(\/.*)$/.exec(text) ?? [];
  const { data } = useQuery({ ...placesIn(null), enabled: can("file_read") && name !== undefined });
  if (name === undefined) return text;
  const host = data?.folders.find((one) => one.name === name && onHost.test(one.path));
  return `${host?.path.split("/")[0] ?? `container:${name}`}${rest === "/" ? "" : rest}`;
}

/** Which of the paths are not there now, as far as the user may see; none until that is known. */
export function useMissingFolders(paths: readonly string[]): ReadonlySet<string> {
  const can = useCan();
  const asked = [...new Set(paths)].toSorted();
  const { data } = useQuery({
    queryKey: [...key, "missing", asked],
    queryFn: async ({ signal }) => (await api.user.findMissingFolders({ paths: asked }, { signal })).missing,
    enabled: asked.length > 0 && can("file_read"),
    placeholderData: keepPreviousData,
  });
  return new Set(data);
}
