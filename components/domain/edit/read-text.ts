import { api } from "@/lib/client/call";
import type { TextFile } from "@/lib/contracts/text-file";
import { AppError } from "@/lib/shared/errors";
import type { VirtualPath } from "@/lib/shared/paths";

/** `ends`: of what is too large the beginning and the end. */
type Options = { encoding?: string | undefined; ends?: boolean; signal?: AbortSignal | undefined };

/** A text file's content. Its size was asked about before it was opened. */
export async function readText(path: VirtualPath, { encoding, ends = false, signal }: Options = {}): Promise<TextFile> {
  const answer = await api.file.get(
    { path, ignore_size: true, ends, ...(encoding === undefined ? {} : { encoding }) },
    { signal },
  );
  if (!("context" in answer)) throw new AppError("file/not-file");
  return answer;
}
