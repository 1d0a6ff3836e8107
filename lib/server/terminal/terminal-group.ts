import { terminalChannels, terminalContract } from "@/lib/contracts/terminal";
import { defineTask } from "@/lib/server/group/define-task";
import { group } from "@/lib/server/group/group";
import { serveChannels } from "@/lib/server/realtime/serve-channels";
import { onSessionsEnded } from "@/lib/server/session/end-sessions";
import { attachTerminal } from "./attach-terminal";
import { runCommand } from "./commands/run-command";
import { endTerminal } from "./end-terminal";
import { getHostShell, openHostShell } from "./host-shell";
import { followTerminals, listTerminals } from "./list-terminals";
import { dismissLostTerminals, keepList } from "./lost-terminals";
import { moveTerminal } from "./move-terminal";
import { openTerminal } from "./open-terminal";
import { getQuickOutput } from "./quick/get-quick-output";
import { listQuickCommands, saveQuickCommands } from "./quick/quick-commands";
import { runQuickCommand } from "./quick/run-quick-command";
import { leaveTerminal, shareTerminal } from "./share-terminal";
import { endScreenThreads } from "./screen/screens";
import { deleteRecording, listRecordings } from "./recording/recordings";
import { endRecordings } from "./recording/running-recordings";
import {
  downloadRecording,
  isStillAdministrator,
  playRecording,
  recordingTicketOf,
  ticketRecording,
} from "./recording/send-recording";
import { settleAtStart, sweepRecordings } from "./recording/sweep-recordings";
import { endAllTerminals, endTerminalsOf, sweepTerminals } from "./sweep-terminals";
import { setTerminalSetting } from "./set-terminal-setting";
import { terminalSetting } from "./terminal-setting";
import { typePaths } from "./type-paths";

const minuteMs = 60_000;
let stopKeeping = (): Promise<void> => Promise.resolve();

export const terminalGroup = group({
  name: "terminal",
  contract: terminalContract,
  json: {
    listTerminals,
    openTerminal,
    getHostShell,
    openHostShell,
    runCommand,
    endTerminal,
    shareTerminal,
    leaveTerminal,
    dismissLostTerminals,
    moveTerminal,
    typePaths,
    listQuickCommands,
    saveQuickCommands,
    runQuickCommand,
    getQuickOutput,
    listRecordings,
    ticketRecording,
    deleteRecording,
    getTerminalSetting: terminalSetting.read,
    setTerminalSetting,
  },
  bytes: {
    playRecording: { service: playRecording, isStillOpen: isStillAdministrator },
    downloadRecording: { service: downloadRecording, ticket: recordingTicketOf, isStillOpen: isStillAdministrator },
  },
  channels: serveChannels(terminalChannels, { follow: followTerminals, attach: attachTerminal }),
  // Of its own queue: a command may go on for days.
  tasks: [
    defineTask({
      kind: "quick-command",
      access: "terminal",
      token: false,
      queue: { perOwner: 4, total: 16, queuedPerOwner: 20 },
    }),
  ],
  settings: [terminalSetting],
  onStart: async (app) => {
    onSessionsEnded(endTerminalsOf);
    stopKeeping = await keepList(app);
    await settleAtStart(app);
  },
  schedules: [
    {
      everyMs: 10 * minuteMs,
      firstMs: 10 * minuteMs,
      failed: "idle terminals could not be ended",
      run: sweepTerminals,
    },
    { everyMs: minuteMs, failed: "old recordings of terminals could not be removed", run: sweepRecordings },
  ],
  onStop: async () => {
    // As they are now, for whoever comes after the next start.
    await stopKeeping();
    await endAllTerminals();
    endScreenThreads();
    await endRecordings();
  },
});
