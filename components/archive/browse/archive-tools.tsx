"use client";

import { NativeSelect } from "@mantine/core";
import { IconPackageExport } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import { extractArchive } from "@/components/archive/extract-archive";
import { useWords } from "@/components/domain/entry/words";
import { useCan } from "@/components/layout/use-can";
import { ToolButton } from "@/components/ui/tool-button";
import { archiveEncodings, type ArchiveEncoding } from "@/lib/contracts/archive";
import { parentOf, type VirtualPath } from "@/lib/shared/paths";
import type { Reading } from "./use-archive";
import { withoutNull } from "./without-null";

const write = "filecat_file_context_update_upload_created_copy_decompression";

type Props = {
  path: VirtualPath;
  encoding: ArchiveEncoding | null;
  reading: Reading;
  onEncoding: (encoding: ArchiveEncoding) => void;
};

/** How the names are read, and everything unpacked beside the archive. */
export function ArchiveTools({ path, encoding, reading, onEncoding }: Props) {
  const t = useTranslations("archive");
  const words = useWords();
  const can = useCan();
  return (
    <>
      {encoding === null ? null : (
        <NativeSelect
          size="xs"
          aria-label={t("encoding")}
          value={encoding}
          data={archiveEncodings.map((one) => ({ value: one, label: t(`encodings.${one}`) }))}
          onChange={({ currentTarget: { value } }) =>
            onEncoding(archiveEncodings.find((one) => one === value) ?? encoding)
          }
        />
      )}
      {can(write) ? (
        <ToolButton
          label={t("extractAll")}
          icon={<IconPackageExport size={18} />}
          disabledReason={null}
          onClick={
            () => void extractArchive({ path, to: parentOf(path) ?? path, ...withoutNull(reading) }, words) // shows its own failures
          }
        />
      ) : null}
    </>
  );
}
