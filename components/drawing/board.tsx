"use client";

import { Excalidraw, MainMenu } from "@excalidraw/excalidraw";
import "@excalidraw/excalidraw/index.css";
import type { ExcalidrawImperativeAPI, ExcalidrawProps } from "@excalidraw/excalidraw/types";
import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from "react";
import type { EditedDocument } from "@/components/domain/edit/edited-document";
import { useShownTheme } from "@/components/ui/use-shown-theme";
import { disarm, type DrawingFile } from "./drawing-file";
import { drawingDocument, type Scene } from "./drawing-document";
import { keepLibrary, readLibrary } from "./library-store";
import { useDrawingLanguage } from "./use-drawing-language";
import "./board.css";

type Props = {
  /** Of the exported pictures, without an extension. */
  name: string;
  original: DrawingFile;
  scene: Scene;
  isReadOnly: boolean;
  userId: string;
  onReady: (document: EditedDocument) => void;
};

const uiOptions: NonNullable<ExcalidrawProps["UIOptions"]> = {
  canvasActions: {
    // The frame around it saves, and the page has the theme.
    export: false,
    loadScene: false,
    saveToActiveFile: false,
    toggleTheme: false,
  },
};

/** Excalidraw without what would reach other servers: embedded pages, the public libraries, its sites. */
export function Board({ name, original, scene, isReadOnly, userId, onReady }: Props) {
  const langCode = useDrawingLanguage();
  const theme = useShownTheme();
  const [api, setApi] = useState<ExcalidrawImperativeAPI | null>(null);
  const [initialData] = useState(() => ({ ...scene, libraryItems: readLibrary(userId) }));
  const [isShown, setShown] = useState(false);
  const frame = useRef<HTMLDivElement>(null);

  const make = useEffectEvent((board: ExcalidrawImperativeAPI) => {
    const document = drawingDocument(board, original);
    onReady(document);
    return document;
  });
  // A layout effect's end comes before Excalidraw throws its scene away: unsaved changes are kept then.
  useLayoutEffect(() => {
    if (api === null || !isShown) return undefined;
    const document = make(api);
    return () => document.dispose();
  }, [api, isShown]);

  useEffect(() => {
    if (api === null || !isShown) return undefined;
    // All of it, smaller where the window is.
    api.scrollToContent(undefined, { fitToContent: true, animate: false });
    // After the overlay, which takes the focus a moment after it has come.
    const timer = setTimeout(() => frame.current?.querySelector<HTMLElement>(".excalidraw-container")?.focus());
    return () => clearTimeout(timer);
  }, [api, isShown]);

  useEffect(
    () =>
      // Pasted, dropped or from the library: never to run (see `disarm`).
      api?.onChange((elements) => {
        if (elements.some(({ type }) => type === "iframe")) api.updateScene({ elements: elements.map(disarm) });
      }),
    [api],
  );

  return (
    <div ref={frame} className="drawing-board">
      <Excalidraw
        name={name}
        langCode={langCode}
        theme={theme === "light" ? "light" : "dark"}
        initialData={initialData}
        viewModeEnabled={isReadOnly}
        UIOptions={uiOptions}
        validateEmbeddable={false}
        aiEnabled={false}
        excalidrawAPI={setApi}
        // The first time when what it was given is on the board.
        onChange={() => setShown(true)}
        onLibraryChange={(items) => keepLibrary(userId, items)}
      >
        <MainMenu>
          <MainMenu.DefaultItems.SaveAsImage />
          <MainMenu.DefaultItems.SearchMenu />
          <MainMenu.DefaultItems.Help />
          <MainMenu.DefaultItems.ClearCanvas />
          <MainMenu.Separator />
          <MainMenu.DefaultItems.ChangeCanvasBackground />
        </MainMenu>
      </Excalidraw>
    </div>
  );
}
