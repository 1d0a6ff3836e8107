"use client";

import { useMemo } from "react";
import { useErrorText } from "@/components/layout/use-error-text";
import { useCachedMe, useSetMe } from "@/components/layout/use-me";
import { showToast } from "@/components/ui/toast/toast-store";
import { api } from "@/lib/client/call";
import type { Preferences } from "@/lib/contracts/user";

type FilePreferences = Pick<Preferences, "showHidden" | "singleKeys" | "downloadFormat" | "textExtensions">;

const none: string[] = [];

/** What the user wants on every device: hidden entries shown, letters as shortcuts (WCAG 2.1.4), downloads packed, what opens as text. */
export function useFilePreferences() {
  const me = useCachedMe();
  const setMe = useSetMe();
  const errorText = useErrorText();
  const { showHidden = false, singleKeys = true, downloadFormat = "zip", textExtensions = none } = me ?? {};
  return useMemo(() => {
    const change = async (wanted: Partial<FilePreferences>) => {
      try {
        setMe((await api.user.updateUserInfo(wanted)).user_data);
      } catch (error) {
        showToast({ kind: "error", message: errorText(error) });
      }
    };
    const changeNow = (wanted: Partial<FilePreferences>) => void change(wanted); // it never rejects
    return { showHidden, singleKeys, downloadFormat, textExtensions, change: changeNow };
  }, [showHidden, singleKeys, downloadFormat, textExtensions, setMe, errorText]);
}
