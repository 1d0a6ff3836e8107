"use client";

import { useEffect, useEffectEvent } from "react";
import { loadInterrupted } from "@/components/domain/upload/interrupted-store";
import { loadUnfinished } from "@/components/domain/upload/unfinished-store";
import { useCan } from "@/components/layout/use-can";
import { useCachedMe } from "@/components/layout/use-me";

/** Asks once per visit what was not sent to its end. */
export function UnfinishedHost() {
  const mayUpload = useCan()("filecat_file_context_update_upload_created_copy_decompression");
  const me = useCachedMe();
  const userId = me?.id ?? null;
  const load = useEffectEvent(() => {
    if (me === undefined) return;
    loadInterrupted(me.id);
    // What is missing from the list can be seen after the next load: no reason to trouble anybody now.
    loadUnfinished(me.putOffUploads).catch(() => {});
  });
  useEffect(() => {
    if (mayUpload && userId !== null) load();
  }, [mayUpload, userId]);
  return null;
}
