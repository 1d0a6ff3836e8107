import { z } from "zod";
import { endpoint } from "./endpoint";
import { empty, hostPath, oneLine } from "./fields";

/** More would not be found in the navigation. */
const most = 50;

const location = z.object({
  name: oneLine(64).min(1),
  path: hostPath,
});
export type LocationInput = z.output<typeof location>;

const locations = z.object({ locations: z.array(location).max(most) });
/** `fixed`: those that the server was started with. */
const all = locations.extend({ fixed: z.array(location) });

export const settingLocations = {
  getLocations: endpoint({
    method: "GET",
    path: "setting/locations",
    direct: true,
    access: "session",
    token: false,
    summary:
      "List the locations of this server: those that it was started with, and those that were added. Administrators only.",
    input: empty,
    output: all,
  }),
  setLocations: endpoint({
    method: "POST",
    path: "setting/locations",
    access: "session",
    token: false,
    summary:
      "Change the locations that were added. Who sees them is said by the folders of users and roles. The files stay where they are. Administrators only.",
    input: locations,
    output: all,
  }),
};
