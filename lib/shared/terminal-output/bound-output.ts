import type { TerminalSize } from "@/lib/shared/terminals";
import { boundCsi, lineCost, type ControlSequence } from "./bound-csi";
import { createLinkBudget } from "./bound-links";
import { isZeroWidth } from "./zero-width";

type Options = TerminalSize & {
  /** Whether links of programs are of use there. */
  hasLinks: boolean;
  /** Of what a program puts into the clipboard (OSC 52), its base64; 0: that is of no use there. */
  clipboardLength: number;
};

/** Something that can be written at once, and what it costs: in cells that are written, roughly. */
export type OutputPiece = { text: string; cost: number };

/** Titles, colors, links, folders: none is longer. */
const maxString = 4_096;
const maxParamsLength = 256;
const maxIntermediates = 2;
/** Signs that are drawn upon the one before them. */
const maxJoined = 32;
/** About 10 ms of a processor. */
const pieceCost = 400_000;
const pieceLength = 32 * 1024;
const maxLines = 500;

type State = "ground" | "escape" | "csi" | "csi-ignored" | "osc" | "dcs" | "unread" | "too-long";

const escape = "\u001b";
const terminator = "\u001b\\";
/** Ends what has begun: where nothing has, nothing is done but that what comes is not joined to what was before. */
const cancel = "\u0018";
const clipboard = "52;";

type OutputBound = {
  /** What is complete by now; the rest comes with the text that follows. */
  write: (text: string) => OutputPiece[];
  resize: (size: TerminalSize) => void;
};

/**
 * What programs write, as a terminal can bear it: every count is one that its screen has room for, every string has an end, and what comes out is
 * whole: text, control characters and complete sequences, in pieces that cost about as much each. It reads as the parser of xterm.js does.
 */
export function boundOutput({ hasLinks, clipboardLength, ...firstSize }: Options): OutputBound {
  let size: TerminalSize = firstSize;
  let state: State = "ground";
  let csi: ControlSequence = { prefix: "", params: "", intermediates: "", final: "" };
  /** Of a pair, whose other half has not come yet. */
  let half = "";
  let held = "";
  let limit: number | null = null;
  let endsString = false;
  let joined = 0;
  let pieces: OutputPiece[] = [];
  let piece: OutputPiece = { text: "", cost: 0 };
  const links = createLinkBudget({ isOff: !hasLinks });

  function emit(text: string, cost: number): void {
    if (text === "") return;
    piece.text += text;
    piece.cost += cost;
    if (piece.cost < pieceCost && piece.text.length < pieceLength) return;
    pieces.push(piece);
    piece = { text: "", cost: 0 };
  }

  function control(text: string): void {
    joined = 0;
    emit(links.pass(1, 1) + text, lineCost(size));
  }

  function begin(next: State): void {
    state = next;
    held = "";
    limit = null;
    endsString = false;
    if (next === "csi") csi = { prefix: "", params: "", intermediates: "", final: "" };
  }

  /** What ends any sequence wherever it comes; false where it is none of these. */
  function anywhere(code: number, char: string): boolean {
    if (code === 0x1b) {
      const isEnd = finishString();
      begin("escape");
      endsString = isEnd;
    } else if (code === 0x18 || code === 0x1a) {
      control(char);
      begin("ground");
    } else if (code < 0x80 || code > 0x9f) return false;
    else if (code === 0x9b) begin("csi");
    else if (code === 0x9d) begin("osc");
    else if (code === 0x90) begin("dcs");
    else if (code === 0x98 || code === 0x9e || code === 0x9f) begin("unread");
    else {
      if (code === 0x9c) finishString();
      else control(char);
      begin("ground");
    }
    return true;
  }

  /** False where there was none. */
  function finishString(): boolean {
    if (state === "dcs") emit(`${escape}P${held}${terminator}`, held.length + 50);
    else if (state === "osc") {
      const text = held.startsWith("8;") ? links.open(held.slice(2)) : `${escape}]${held}${terminator}`;
      emit(text, held.length + 50);
    } else return state === "too-long";
    return true;
  }

  /** Text and control characters, from here to what begins a sequence: gives where that is. */
  function ground(text: string, from: number): number {
    let start = from;
    let at = from;
    let lines = 0;
    const flush = () => {
      const length = at - start;
      const cost = length * 2 + lines * lineCost(size);
      if (length > 0) emit(links.pass(length, lines + Math.floor(length / size.cols)) + text.slice(start, at), cost);
      start = at;
      lines = 0;
    };
    for (; at < text.length; at++) {
      const code = text.charCodeAt(at);
      if (at - start >= pieceLength || lines >= maxLines) flush();
      if (code >= 0x20 && code < 0x7f) joined = 0;
      else if (code < 0xa0) {
        if (code === 0x1b || code === 0x18 || code === 0x1a || code > 0x7f) break;
        joined = 0;
        lines++;
      } else if (code < 0x300 || !isZeroWidth(text, at)) joined = 0;
      else if (++joined > maxJoined) {
        flush();
        start = at + 1;
      }
    }
    flush();
    return at;
  }

  function hold(text: string, from: number): number {
    let at = from;
    for (; at < text.length; at++) {
      const code = text.charCodeAt(at);
      if (code === 0x1b || code === 0x18 || code === 0x1a || (code >= 0x80 && code < 0xa0)) break;
      if (code === 0x07 && state === "osc") break;
      if (code >= 0xa0 && state === "unread") break;
    }
    if (state === "unread" || state === "too-long") return at;
    held += text.slice(from, at);
    // Asked once: it may come in a million pieces.
    if (limit === null && held.length >= clipboard.length)
      limit = state === "osc" && held.startsWith(clipboard) ? clipboardLength : maxString;
    if (limit !== null && held.length > limit) begin("too-long");
    return at;
  }

  function inString(text: string, from: number): number {
    const at = hold(text, from);
    if (at === text.length) return at;
    const code = text.charCodeAt(at);
    if (code === 0x07) {
      finishString();
      begin("ground");
    } else if (!anywhere(code, text.charAt(at))) begin("ground");
    return at + 1;
  }

  function inEscape(code: number, char: string): void {
    if (code < 0x20) control(char);
    else if (code < 0x30) held += held.length > maxIntermediates ? "" : char;
    else if (code >= 0x7f) {
      if (code > 0x7f) begin("ground");
    } else if (held !== "") {
      if (held.length > maxIntermediates) control(cancel);
      else emit(escape + held + char, held === "#" ? lineCost(size) * size.rows : 20);
      begin("ground");
    } else if (char === "[") begin("csi");
    else if (char === "]") begin("osc");
    else if (char === "P") begin("dcs");
    else if (char === "X" || char === "^" || char === "_") begin("unread");
    else {
      // A reset makes the whole screen anew.
      if (char === "c") emit(`${escape}c`, 4_000 + lineCost(size) * size.rows * 2);
      else if (!endsString || char !== "\\") control(escape + char);
      begin("ground");
    }
  }

  function inCsi(code: number, char: string): void {
    const isIgnored = state === "csi-ignored";
    if (code < 0x20) control(char);
    else if (code >= 0x7f) {
      if (code > 0x7f && !isIgnored) begin("ground");
    } else if (code >= 0x40) {
      if (csi.intermediates.length > maxIntermediates) control(cancel);
      else if (!isIgnored) {
        const { text, cost } = boundCsi({ ...csi, final: char }, size);
        emit(links.pass(text.length, 1) + text, cost);
        joined = 0;
      }
      begin("ground");
    } else if (isIgnored) return;
    else if (code < 0x30) {
      if (csi.intermediates.length <= maxIntermediates) csi.intermediates += char;
    } else if (csi.intermediates !== "") state = "csi-ignored";
    else if (code < 0x3c) csi.params += csi.params.length < maxParamsLength ? char : "";
    else if (csi.prefix === "" && csi.params === "") csi.prefix = char;
    else state = "csi-ignored";
  }

  return {
    write(more) {
      const whole = half + more;
      const last = whole.charCodeAt(whole.length - 1);
      half = last >= 0xd800 && last < 0xdc00 ? whole.slice(-1) : "";
      const text = half === "" ? whole : whole.slice(0, -1);
      for (let at = 0; at < text.length;) {
        if (state === "ground") {
          at = ground(text, at);
          if (at < text.length) anywhere(text.charCodeAt(at), text.charAt(at));
          at++;
        } else if (state === "osc" || state === "dcs" || state === "unread" || state === "too-long")
          at = inString(text, at);
        else {
          const code = text.charCodeAt(at);
          const char = text.charAt(at);
          if (!anywhere(code, char)) {
            if (state === "escape") inEscape(code, char);
            else inCsi(code, char);
          }
          at++;
        }
      }
      if (piece.text !== "") pieces.push(piece);
      const written = pieces;
      [pieces, piece] = [[], { text: "", cost: 0 }];
      return written;
    },
    resize({ cols, rows }) {
      size = { cols, rows };
    },
  };
}
