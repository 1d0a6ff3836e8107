import type { RecordingInfo } from "@/lib/contracts/recordings";
import { createStore } from "@/lib/shared/store";

/** The recording that the player is to show. */
export const recordingRequest = createStore<RecordingInfo | null>(null);
