"use client";

import { FileScreen } from "@/components/domain/edit/file-screen";
import type { ViewerProps } from "@/components/domain/viewing/viewer-props";
import { EditorView } from "./editor-view";
import { EndsView } from "./ends-view";

/** A text file in the editor. */
export default function EditorScreen(props: ViewerProps) {
  return (
    <FileScreen {...props} ends>
      {({ file, drafts }) =>
        file.cut === undefined ? (
          <EditorView {...props} file={file} drafts={drafts} />
        ) : (
          <EndsView {...props} file={file} cut={file.cut} />
        )
      }
    </FileScreen>
  );
}
