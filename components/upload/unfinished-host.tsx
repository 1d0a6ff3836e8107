"use client";

import { useEffect } from "react";
import { loadUnfinished } from "@/components/domain/upload/unfinished-store";
import { useCan } from "@/components/layout/use-can";

/** Asks once per visit what was not sent to its end. */
export function UnfinishedHost() {
  const mayUpload = useCan()("filecat_file_context_update_upload_created_copy_decompression");
  useEffect(() => {
    // What is missing from the list can be seen after the next load: no reason to trouble anybody now.
    if (mayUpload) loadUnfinished().catch(() => {});
  }, [mayUpload]);
  return null;
}
