import { connect, type Socket } from "node:net";
import { call, type Session } from "../../e2e/support/api-client";
import { rootUser, type Filedeck } from "../../e2e/support/start-filedeck";
import { memoryMb, resetPeak } from "./measure";
import { atMost, report } from "./report";

export const networks = 40;

export type Ask = {
  target: string;
  method?: string;
  headers?: readonly string[];
  body?: string;
  network?: number;
  /** The headers do not end. */
  isCut?: boolean;
};

type Attack = {
  /** Somebody who has never been here signs in meanwhile, and is let in within so long. */
  newcomerMs?: number;
};

/** What attacks a server, which must trust 127.0.0.1 as a proxy. `wanted`: only the attacks whose names have this word. */
export function createAttacker(server: Filedeck, { other, wanted }: { other: Session; wanted: string }) {
  const sockets = new Set<Socket>();
  let newcomers = 0;

  /** Sends, takes one piece of the answer and stops; resolves with its status, or 0 when there was none within `waitMs`. */
  function ask(
    { target, method = "GET", headers = [], body = "", network = 0, isCut = false }: Ask,
    waitMs = 20_000,
  ): Promise<number> {
    return new Promise((resolve) => {
      const socket = connect(server.port, "127.0.0.1");
      sockets.add(socket);
      const timer = setTimeout(() => resolve(0), waitMs);
      const done = (status: number) => {
        clearTimeout(timer);
        resolve(status);
      };
      socket.on("error", () => done(0)).once("close", () => done(0));
      socket.once("data", (chunk: Buffer) => {
        socket.pause();
        done(Number(chunk.toString("latin1", 9, 12)));
      });
      const lines = ["host: 127.0.0.1", `x-forwarded-for: 2001:db8:${network % networks}::1`, ...headers];
      socket.write(`${method} ${target} HTTP/1.1\r\n${lines.join("\r\n")}${isCut ? "" : `\r\n\r\n${body}`}`);
    });
  }

  /** Runs one attack while somebody else works, and tells what it cost them and the server. */
  async function attack(
    name: string,
    run: () => Promise<readonly number[]>,
    { newcomerMs = Infinity }: Attack = {},
  ): Promise<void> {
    if (!name.includes(wanted)) return;
    const { now } = memoryMb(server.pid);
    resetPeak(server.pid);
    const times: number[] = [];
    const over = new AbortController();
    const work = (async () => {
      while (!over.signal.aborted) {
        const startedMs = performance.now();
        const { status } = await call(server, "file/files/small", { session: other });
        times.push(status === 200 ? performance.now() - startedMs : Infinity);
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
    })();
    const running = run();
    const newcomer = newcomerMs === Infinity ? 0 : await signInAnew();
    const statuses = await running;
    await new Promise((resolve) => setTimeout(resolve, 2_000));
    over.abort();
    await work;
    const count = new Map<number, number>();
    for (const status of statuses) count.set(status, (count.get(status) ?? 0) + 1);
    const p95 = times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.95)] ?? Infinity;
    const { peak } = memoryMb(server.pid);
    const got = [...count].map(([status, times]) => `${times} x ${status === 0 ? "none" : status}`).join(", ");
    report(
      name,
      `${peak.toFixed(0)} MB (+${(peak - now).toFixed(0)}), p95 ${p95.toFixed(0)} ms${newcomer === 0 ? "" : `, sign-in ${newcomer.toFixed(0)} ms`}`,
      atMost(peak, 400, " MB"),
      atMost(p95, 300, " ms"),
      ...(newcomer === 0 ? [] : [atMost(newcomer, newcomerMs, " ms")]),
    );
    console.log(`  ${got}`);
    for (const socket of sockets) socket.destroy();
    sockets.clear();
    await new Promise((resolve) => setTimeout(resolve, 1_000));
  }

  async function signInAnew(): Promise<number> {
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    const startedMs = performance.now();
    const { status } = await call(server, "user/login", {
      body: rootUser,
      headers: { "x-forwarded-for": `2001:db8:ffff:${newcomers++}::1` },
    });
    return status === 200 ? performance.now() - startedMs : Infinity;
  }

  return { ask, attack };
}

export const authOf = ({ cookie, token }: Session) => [`cookie: ${cookie}`, `authorization: ${token}`];

export const many = <T>(count: number, make: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => make(index));
