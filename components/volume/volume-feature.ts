import { feature } from "@/components/registry/feature";
import { page } from "@/components/registry/page";

export const volumeFeature = feature({
  id: "volume",
  messages: ["volume"],
  pages: [page({ path: "containers/volumes", permission: "docker_view", load: () => import("./volumes-page") })],
  tasks: [{ kind: "volume-clone", words: "volume.tasks.volume-clone", isOpenEnded: true }],
});
