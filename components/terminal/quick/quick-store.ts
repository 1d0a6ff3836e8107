import { createStore } from "@/lib/shared/store";

/** Whether the dialog for the user's quick commands is open. */
export const isManagingQuick = createStore(false);
