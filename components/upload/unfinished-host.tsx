"use client";

import { useEffect, useEffectEvent } from "react";
import { useCan } from "@/components/layout/use-can";
import { useCachedMe } from "@/components/layout/use-me";

/** Asks once per visit what was not sent to its end, and follows what is being sent. */
export function UnfinishedHost() {
  const mayUpload = useCan()("filecat_file_context_update_upload_created_copy_decompression");
  const me = useCachedMe();
  const userId = me?.id ?? null;
  const load = useEffectEvent(() => {
    if (me === undefined) return;
    // Not loaded: nothing of it is seen until the next page.
    import("@/components/domain/upload/follow-uploads").then(({ followUploads }) => followUploads(me)).catch(() => {});
  });
  useEffect(() => {
    if (mayUpload && userId !== null) load();
  }, [mayUpload, userId]);
  return null;
}
