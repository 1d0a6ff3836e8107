import { IconPhotoEdit, IconRotate, IconRotateClockwise } from "@tabler/icons-react";
import { needs, write } from "@/components/domain/action/available";
import type { ActionContext, ActionScene } from "@/components/domain/action/entry-action";
import { folderTool } from "@/components/domain/tool/folder-tool";
import { folderToolRequest } from "@/components/domain/tool/folder-tool-store";
import { isRotatable, pictureFormat } from "@/components/domain/entry/picture-format";
import type { QuarterTurn } from "@/components/domain/verbs/rotate-pictures";
import { feature } from "@/components/registry/feature";

const rotates = (scene: ActionScene) =>
  scene.chosen.length > 0 && scene.chosen.every(isRotatable) ? needs(scene, write, false) : "hidden";

const rotate = (by: QuarterTurn) => (context: ActionContext) =>
  void import("./rotate-chosen").then(({ rotateChosen }) => rotateChosen(context, by)); // shows its own failures

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
        return first && !second && pictureFormat(first) !== undefined ? needs(scene, write) : "hidden";
      },
      run: ({ one }) => one && folderToolRequest.set({ tool: "imageEdit", path: one.path }),
    },
    {
      id: "imageEdit.actions.rotateLeft",
      icon: IconRotate,
      order: { entries: 16, results: 16 },
      keys: ["Ctrl+["],
      when: rotates,
      run: rotate(-1),
    },
    {
      id: "imageEdit.actions.rotateRight",
      icon: IconRotateClockwise,
      order: { entries: 17, results: 17 },
      keys: ["Ctrl+]"],
      when: rotates,
      run: rotate(1),
    },
  ],
});
