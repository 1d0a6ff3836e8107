import { fetchStream } from "@/lib/client/fetch-stream";
import { allRoutes } from "@/lib/client/all-routes";
import type { TerminalLook } from "@/lib/contracts/terminal-look";
import { AppError } from "@/lib/shared/errors";
import { createCast } from "./cast";
import { openCastScreen } from "./open-cast-screen";
import { playCast, type CastPlayer } from "./play-cast";

type Options = {
  id: string;
  /** What is expected, where the server does not say. */
  sizeBytes: number;
  look: TerminalLook;
  isShort: boolean;
  /** As soon as there is something to play. */
  onPlayer: (player: CastPlayer) => void;
  /** How much is here, from 0 to 1. */
  onShare: (share: number) => void;
  /** `null`: it is no recording that can be read. */
  onError: (error: unknown) => void;
};

/** Of the whole, between two words about it. */
const shareStep = 0.01;

/** Fetches a recording and plays it in an element as it comes, until the returned function is called. */
export function openPlayer(host: HTMLElement, options: Options): () => void {
  const abort = new AbortController();
  const ends: (() => void)[] = [];
  play(host, { ...options, signal: abort.signal, ends }).catch((error: unknown) => {
    if (!abort.signal.aborted) options.onError(error instanceof SyntaxError ? null : error);
  });
  return () => {
    abort.abort();
    for (const end of ends) end();
  };
}

async function play(
  host: HTMLElement,
  {
    id,
    sizeBytes,
    look,
    isShort,
    onPlayer,
    onShare,
    signal,
    ends,
  }: Options & { signal: AbortSignal; ends: (() => void)[] },
): Promise<void> {
  const cast = createCast();
  const begin = (): CastPlayer | null => {
    const size = cast.size();
    if (size === null) return null;
    const screen = openCastScreen(host, size, look);
    const player = playCast({ cast, size, screen, isShort });
    ends.push(player.close, screen.close);
    onPlayer(player);
    return player;
  };
  let player: CastPlayer | null = null;
  let gotBytes = 0;
  let told = 0;
  const { stream, sizeBytes: known } = await fetchStream(
    allRoutes.terminal.playRecording,
    { id },
    { signal, type: "application/octet-stream" },
  );
  const reader = stream.getReader();
  for (let part = await read(reader); part !== null; part = await read(reader)) {
    if (signal.aborted) return;
    cast.add(part);
    player ??= begin();
    gotBytes += part.length;
    player?.grow(false);
    const share = Math.min(1, gotBytes / Math.max(1, known ?? sizeBytes));
    if (share - told < shareStep) continue;
    told = share;
    onShare(share);
  }
  if (player === null) throw new SyntaxError("an empty recording");
  player.grow(true);
  onShare(1);
}

async function read(reader: ReadableStreamDefaultReader<Uint8Array>): Promise<Uint8Array | null> {
  try {
    return (await reader.read()).value ?? null;
  } catch (error) {
    throw new AppError("network", {}, { cause: error });
  }
}
