"use client";

import { FileScreen } from "@/components/domain/edit/file-screen";
import type { ViewerProps } from "@/components/domain/viewing/viewer-props";
import { EditorView } from "./editor-view";

/** A text file in the editor. */
export default function EditorScreen(props: ViewerProps) {
  return (
    <FileScreen {...props}>{({ file, drafts }) => <EditorView {...props} file={file} drafts={drafts} />}</FileScreen>
  );
}
