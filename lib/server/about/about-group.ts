import { aboutContract } from "@/lib/contracts/about";
import { group } from "@/lib/server/group/group";
import { applyPrograms, getUpdatesSetting, programsSetting, setUpdatesSetting, updatesSetting } from "./about-settings";
import { health, sendOpenapi } from "./describe-server";
import { findUpdate } from "./find-update";
import { getState } from "./get-state";
import { listPrograms, testProgram } from "./programs";
import { startWatchingPlaces, watchPlaces } from "./watch-places";
import { toldCertificate, watchCertificate } from "./watch-certificate";

export const aboutGroup = group({
  name: "about",
  contract: aboutContract,
  json: {
    health,
    getState,
    listPrograms,
    testProgram,
    getProgramsSetting: programsSetting.read,
    setProgramsSetting: programsSetting.write,
    getUpdatesSetting,
    setUpdatesSetting,
    findUpdate,
  },
  bytes: { openapi: sendOpenapi },
  settings: [programsSetting, updatesSetting, toldCertificate],
  schedules: [
    { everyMs: 3_600_000, firstMs: 10_000, failed: "the certificate could not be looked after", run: watchCertificate },
    { everyMs: 60_000, firstMs: 60_000, failed: "the places of folders could not be looked after", run: watchPlaces },
  ],
  async onStart(app) {
    applyPrograms(app.db, programsSetting.get());
    await startWatchingPlaces(app);
  },
});
