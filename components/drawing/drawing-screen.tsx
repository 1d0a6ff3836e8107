"use client";

import { FileScreen, type OpenedFile } from "@/components/domain/edit/file-screen";
import type { ViewerProps } from "@/components/domain/viewing/viewer-props";
import { useState } from "react";
import { DamagedDrawing } from "./damaged-drawing";
import { sceneOf } from "./drawing-document";
import { DrawingView } from "./drawing-view";

/** A drawing on its board. */
export default function DrawingScreen(props: ViewerProps) {
  return <FileScreen {...props}>{(opened) => <Drawing {...props} {...opened} />}</FileScreen>;
}

function Drawing(props: ViewerProps & OpenedFile) {
  const [read] = useState(() => sceneOf(props.file.context));
  return read === null ? <DamagedDrawing {...props} /> : <DrawingView {...props} {...read} />;
}
