import { IconPhotoEdit } from "@tabler/icons-react";
import { needs, write } from "@/components/domain/action/available";
import { folderTool } from "@/components/domain/tool/folder-tool";
import { folderToolRequest } from "@/components/domain/tool/folder-tool-store";
import { feature } from "@/components/registry/feature";
import { formatOfName } from "@/lib/shared/image/image-formats";

export const retouchFeature = feature({
  id: "retouch",
  messages: ["imageEdit"],
  folderTools: [folderTool("imageEdit", () => import("./image-editor"))],
  entryActions: [
    {
      id: "imageEdit.actions.editImage",
      icon: IconPhotoEdit,
      order: { entries: 15, results: 15 },
      when: (scene) => {
        const [first, second] = scene.chosen;
        const isPicture = first !== undefined && second === undefined && formatOfName(first.name) !== undefined;
        const isFile = first?.kind === "file" || first?.link?.leadsTo === "file";
        return isPicture && isFile ? needs(scene, write) : "hidden";
      },
      run: ({ one }) => one && folderToolRequest.set({ tool: "imageEdit", path: one.path }),
    },
  ],
});
