import type { Socket } from "socket.io-client";
import type {
  Channel,
  ChannelEnd,
  DownEvents,
  DownOf,
  OpenInputOf,
  UpEvents,
  UpInputOf,
} from "@/lib/contracts/channel";
import { createInflow, createOutflow, frameBytes, maxUpText, piecesOf, type Frame } from "@/lib/shared/channel-flow";
import { AppError } from "@/lib/shared/errors";

export type Tab = Socket<DownEvents, UpEvents>;

type Ear<C extends Channel> = {
  /** Acknowledged when it returns or resolves: the server waits for a reader that is slow. The next ones may come before. */
  onMessage: (message: DownOf<C>) => void | Promise<void>;
  /** Once, unless the tab closes it. `lost`: the connection, which comes back by itself; whether the channel does is up to the caller. */
  onClose?: (end: ChannelEnd) => void;
};

type Opened<C extends Channel> = {
  /** Resolves when it is on its way: await it before the next. Rejects when the channel has ended. */
  send: (message: UpInputOf<C>) => Promise<void>;
  close: () => void;
};

/** What the socket's events are handed to. */
type Running = {
  opened: (windowBytes: number) => void;
  data: (frame: Frame) => void;
  took: (cost: number) => void;
  closed: (end: ChannelEnd) => void;
};

/** The channels of one tab, each found by its name and typed by its contract, of which nothing is needed while it runs. */
export function createChannels<Known extends Channel>(connect: () => Promise<Tab>) {
  type Named<N extends Known["name"]> = Extract<Known, { name: N }>;
  const running = new Map<number, Running>();
  let lastId = 0;
  let wired: Tab | null = null;

  /** Hands on what the socket says; what it says of a channel that has been closed was on its way. */
  function wire(socket: Tab): void {
    if (wired === socket) return;
    wired = socket;
    socket.on("channel/opened", (id, windowBytes) => running.get(id)?.opened(windowBytes));
    socket.on("channel/data", (id, frame) =>
      running.get(id)?.data(frame instanceof ArrayBuffer ? new Uint8Array(frame) : frame),
    );
    socket.on("channel/took", (id, cost) => running.get(id)?.took(cost));
    socket.on("channel/closed", (id, end) => running.get(id)?.closed(end));
    socket.on("disconnect", () => {
      for (const one of running.values()) one.closed({ why: "lost" });
    });
  }

  /** Opens a channel as soon as there is a connection. */
  function openChannel<N extends Known["name"]>(
    name: N,
    open: OpenInputOf<Named<N>>,
    ear: Ear<Named<N>>,
  ): Opened<Named<N>> {
    const id = ++lastId;
    let socket: Tab | null = null;
    let isOver = false;
    const out = createOutflow({ put: (frame) => socket?.emit("channel/data", id, frame) });
    let inflow: ReturnType<typeof createInflow> | null = null;
    const listen = ear.onMessage as (message: unknown) => void | Promise<void>; // the server parses by the contract that types it

    function over(reason: AppError): void {
      isOver = true;
      running.delete(id);
      out.end(reason);
    }
    async function hear(frame: Frame): Promise<void> {
      try {
        await listen(typeof frame === "string" ? JSON.parse(frame) : frame);
      } finally {
        inflow?.took(frame);
      }
    }

    running.set(id, {
      opened(windowBytes) {
        inflow = createInflow({
          windowBytes,
          acknowledge: (cost) => void (!isOver && socket?.emit("channel/took", id, cost)),
        });
        out.widen(windowBytes);
      },
      data(frame) {
        inflow?.arrived(frame);
        void hear(frame); // what a reader throws is a fault of its own, and shown as one
      },
      took: (cost) => void out.acknowledge(cost),
      closed(end) {
        over("error" in end ? new AppError(end.error, end.params) : new AppError("request/cancelled"));
        ear.onClose?.(end);
      },
    });
    void connect().then((connected) => {
      wire(connected);
      socket = connected;
      const begin = () => !isOver && connected.emit("channel/open", id, name, open);
      if (connected.connected) begin();
      else connected.once("connect", begin);
    });

    return {
      async send(message: unknown) {
        if (message instanceof Uint8Array) for (const piece of piecesOf(message, frameBytes.up)) await out.send(piece);
        else {
          const text = JSON.stringify(message);
          if (text.length > maxUpText) throw new AppError("request/too-large");
          await out.send(text);
        }
      },
      close() {
        if (isOver) return;
        over(new AppError("request/cancelled"));
        if (socket?.connected === true) socket.emit("channel/close", id);
      },
    };
  }

  /** A channel that is opened anew with every connection, until the returned function is called. `onClose`: how one of them ended. */
  function keepChannel<N extends Known["name"]>(
    name: N,
    open: OpenInputOf<Named<N>>,
    onMessage: Ear<Named<N>>["onMessage"],
    onClose: (end: ChannelEnd) => void = () => {},
  ): () => void {
    let current: Opened<Named<N>> | null = null;
    let stop = () => {};
    let isOver = false;
    void connect().then((socket) => {
      if (isOver) return;
      const begin = () => {
        current?.close();
        current = openChannel(name, open, { onMessage, onClose });
      };
      socket.on("connect", begin);
      stop = () => void socket.off("connect", begin);
      if (socket.connected) begin();
    });
    return () => {
      isOver = true;
      stop();
      current?.close();
    };
  }

  return { openChannel, keepChannel };
}
