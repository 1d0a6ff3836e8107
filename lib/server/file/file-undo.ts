import { copyUndo } from "./copy-undo";
import { moveUndo } from "./move-undo";

export const fileUndos = [moveUndo, copyUndo];
