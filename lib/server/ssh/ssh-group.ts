import { sshChannels, sshContract } from "@/lib/contracts/ssh";
import { findKeptPortsBy } from "@/lib/server/docker/kept-ports";
import { group } from "@/lib/server/group/group";
import { serveChannels } from "@/lib/server/realtime/serve-channels";
import { getApp } from "@/lib/server/runtime/app";
import { onActorsForgotten } from "@/lib/server/session/find-actor";
import { authorizeKey } from "./authorize-key";
import { connectByChannel } from "./connect-channel";
import { startForwards, stopForwards } from "./forward/live-forwards";
import { createForward, deleteForward, followForwards, listForwards, switchForward } from "./forward/manage-forwards";
import { savedPorts } from "./forward/may-listen";
import { followHosts } from "./follow-hosts";
import { loadHostRoots } from "./host-roots";
import { createHost, deleteHost, disconnectHost, hostsChanged, listHosts, updateHost } from "./manage-hosts";
import { openHostFiles } from "./open-host-files";
import { openHostTerminal } from "./open-host-terminal";
import { endAllConnections, sweepConnections, sweepUnsaved } from "./sweep-connections";
import { prepareRun, runOnHosts } from "./run/run-on-hosts";
import { deleteHostKey, listHostKeys } from "./trusted-keys";

const minuteMs = 60_000;

findKeptPortsBy(() => savedPorts(getApp().db));

export const sshGroup = group({
  name: "ssh",
  contract: sshContract,
  json: {
    listHosts,
    createHost,
    updateHost,
    deleteHost,
    disconnectHost,
    openHostTerminal,
    openHostFiles,
    authorizeKey,
    listHostKeys,
    deleteHostKey,
    listForwards,
    createForward,
    switchForward,
    deleteForward,
    prepareRun,
  },
  channels: serveChannels(sshChannels, {
    follow: followHosts,
    connect: connectByChannel,
    forwards: followForwards,
    run: runOnHosts,
  }),
  onStart: async ({ db, log, stopping }) => {
    await loadHostRoots(db);
    // Who shares a host and may not any more takes it from others.
    const stop = onActorsForgotten(() => {
      hostsChanged(db).catch((error: unknown) => log.error({ err: error }, "shared SSH hosts could not be read"));
    });
    stopping.addEventListener("abort", stop, { once: true });
    await startForwards(db);
  },
  schedules: [
    {
      everyMs: minuteMs,
      firstMs: minuteMs,
      failed: "idle SSH connections could not be ended",
      run: async ({ db }) => {
        sweepConnections();
        await sweepUnsaved(db);
      },
    },
  ],
  onStop: async () => {
    stopForwards();
    endAllConnections();
  },
});
