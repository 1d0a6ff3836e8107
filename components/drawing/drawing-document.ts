import {
  bumpVersion,
  CaptureUpdateAction,
  hashElementsVersion,
  newElementWith,
  restore,
  serializeAsJSON,
} from "@excalidraw/excalidraw";
import type { AppState, BinaryFileData, ExcalidrawImperativeAPI } from "@excalidraw/excalidraw/types";
import { flushSync } from "react-dom";
import type { EditedDocument } from "@/components/domain/edit/edited-document";
import { composeDrawing, disarm, parseDrawing, picturesOf, type DrawingFile } from "./drawing-file";

type Board = Pick<
  ExcalidrawImperativeAPI,
  | "getSceneElements"
  | "getSceneElementsIncludingDeleted"
  | "getAppState"
  | "getFiles"
  | "updateScene"
  | "addFiles"
  | "onChange"
>;
export type Scene = ReturnType<typeof restore>;

/** Excalidraw counts in these what happened to an element; they say nothing about how it looks. */
const volatile = new Set(["version", "versionNonce", "updated", "index", "status"]);
const noticeMs = 150;

/** What a drawing's text puts on the board; null when it is damaged. */
export function sceneOf(text: string): { original: DrawingFile; scene: Scene } | null {
  const original = parseDrawing(text);
  if (original === null) return null;
  const { elements, appState } = original;
  // Checked as far as reading needs it; `restore` mends or drops the rest.
  const data = {
    elements: (elements ?? []).map(disarm),
    appState,
    files: picturesOf(original),
  } as unknown as Parameters<typeof restore>[0];
  try {
    return { original, scene: restore(data, null, null, { repairBindings: true }) };
  } catch {
    return null;
  }
}

type Elements = Scene["elements"];

/** As a change of what is there, with versions that say so: Excalidraw's undo goes by them. */
function over(before: readonly Elements[number][], next: Elements): Elements {
  const old = new Map(before.map((one) => [one.id, one]));
  for (const one of next) bumpVersion(one, Math.max(one.version, old.get(one.id)?.version ?? 0));
  const kept = new Set(next.map(({ id }) => id));
  return [...next, ...before.filter(({ id }) => !kept.has(id)).map((one) => newElementWith(one, { isDeleted: true }))];
}

/** What is on the board as the session knows it. */
export function drawingDocument(board: Board, opened: DrawingFile): EditedDocument & { dispose: () => void } {
  let original = opened;
  let known = { key: "", content: "" };
  let isDisposed = false;
  const disposing = new Set<() => void>();

  const keyOf = (state: AppState) =>
    [
      hashElementsVersion(board.getSceneElements()),
      state.viewBackgroundColor,
      state.gridModeEnabled,
      state.gridSize,
    ].join();

  const version = () => {
    const state = board.getAppState();
    const key = keyOf(state);
    if (key !== known.key) {
      const elements = JSON.stringify(board.getSceneElements(), (name, value: unknown) =>
        volatile.has(name) ? undefined : value,
      );
      known = { key, content: `${elements}${state.viewBackgroundColor} ${state.gridModeEnabled} ${state.gridSize}` };
    }
    return known.content;
  };

  const show = (text: string) => {
    const next = sceneOf(text);
    if (next === null) return;
    original = next.original;
    const { appState, files } = next.scene;
    // At once: the session asks for the version next.
    flushSync(() => {
      board.addFiles(Object.values(files));
      board.updateScene({
        elements: over(board.getSceneElementsIncludingDeleted(), next.scene.elements),
        appState: {
          ...board.getAppState(),
          viewBackgroundColor: appState.viewBackgroundColor,
          gridModeEnabled: appState.gridModeEnabled,
        },
        captureUpdate: CaptureUpdateAction.IMMEDIATELY,
      });
    });
  };

  return {
    text: () => {
      const written = serializeAsJSON(board.getSceneElements(), board.getAppState(), board.getFiles(), "local");
      return composeDrawing(original, JSON.parse(written) as DrawingFile); // as Excalidraw has just written it
    },
    length: () =>
      board.getSceneElements().length * 600 +
      Object.values(board.getFiles()).reduce((sum, file: BinaryFileData) => sum + file.dataURL.length, 0),
    version,
    canShow: (text) => sceneOf(text) !== null,
    show,
    isDisposed: () => isDisposed,
    onChange: (listener) => {
      let last = keyOf(board.getAppState());
      let timer: ReturnType<typeof setTimeout> | null = null;
      // Excalidraw tells of every move of the pointer; what changed is looked at a few times a second.
      const stop = board.onChange((_, state) => {
        const key = keyOf(state);
        if (key === last) return;
        last = key;
        if (timer !== null) return;
        listener();
        timer = setTimeout(() => {
          timer = null;
          listener();
        }, noticeMs);
      });
      return () => {
        stop();
        if (timer !== null) clearTimeout(timer);
      };
    },
    onDispose: (listener) => {
      disposing.add(listener);
      return () => disposing.delete(listener);
    },
    dispose: () => {
      for (const listener of disposing) listener();
      isDisposed = true;
    },
  };
}
