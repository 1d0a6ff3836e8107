import { renameSync } from "node:fs";
import { signIn, call } from "../e2e/support/api-client";
import { startFiledeck } from "../e2e/support/start-filedeck";
import { authHeaders, curl, memoryMb, resetPeak } from "./support/measure";
import { runTask } from "./support/run-task";

const server = await startFiledeck({ workDir: "/tmp/h/big/work" });
const wanted = process.argv.slice(2);
try {
  renameSync("/tmp/h/big/many", `${server.filesDir}/many`);
  const session = await signIn(server);
  const timed = async (name: string, run: () => Promise<unknown>) => {
    if (wanted.length > 0 && !wanted.some((word) => name.startsWith(word))) return;
    const before = memoryMb(server.pid).now;
    resetPeak(server.pid);
    let over = false;
    let worst = 0;
    let at = 0;
    const begun = performance.now();
    const poll = (async () => {
      while (!over) {
        const from = performance.now();
        await fetch(`${server.url}/api/user/setup`)
          .then((r) => r.text())
          .catch(() => {});
        const took = performance.now() - from;
        if (took > worst) [worst, at] = [took, from - begun];
        await new Promise((done) => setTimeout(done, 20));
      }
    })();
    let said: unknown;
    const limit = new Promise((done) => setTimeout(() => done("LIMIT 90 s"), 90_000));
    try {
      said = await Promise.race([run(), limit]);
    } catch (error) {
      said = String(error);
    }
    const seconds = (performance.now() - begun) / 1000;
    over = true;
    await poll;
    const { now, peak } = memoryMb(server.pid);
    console.log(
      `${name.padEnd(14)} ${seconds.toFixed(1)} s, worst wait ${worst.toFixed(0)} ms (at ${(at / 1000).toFixed(1)} s), RSS ${before.toFixed(0)} -> peak ${peak.toFixed(0)} -> ${now.toFixed(0)} MB | ${JSON.stringify(said)?.slice(0, 160)}`,
    );
    await new Promise((done) => setTimeout(done, 1500));
  };
  const task = async (address: string, body: object) => {
    const id = await runTask(server, session, address, body);
    if (id === "") return (await call(server, address, { session, body })).text.slice(0, 150);
    const { answer } = await call<{ state: string; failures: unknown; progress: unknown }>(server, `task/${id}`, {
      session,
    });
    return answer.data;
  };
  const list = (query: string) => curl([...authHeaders(session), `${server.url}/api/file/files/many${query}`]);
  const post = (address: string, body: object) =>
    call(server, address, { session, body }).then(({ status, text }) => [status, text.slice(0, 100)]);
  await timed("idle", () => new Promise((done) => setTimeout(done, 1000)));
  await timed("list", () => list(""));
  await timed("sorted", () => list("?sort=size_min_max"));
  await timed("folders", () => list("?kind=folder"));
  await timed("aborted", () =>
    curl([...authHeaders(session), "--max-time", "1", `${server.url}/api/file/files/many`]).catch(String),
  );
  await timed("six-slow", () =>
    Promise.all(
      [1, 2, 3, 4, 5, 6].map(() =>
        curl([...authHeaders(session), "--limit-rate", "1k", "--max-time", "12", `${server.url}/api/file/files/many`]),
      ),
    ),
  );
  await timed("search", () => curl([...authHeaders(session), `${server.url}/api/file/search?path=files&q=123456`]));
  await timed("measure", () => post("file/measure", { files: ["files/many"] }));
  await timed("space-map", () => curl([...authHeaders(session), `${server.url}/api/file/space-map?path=files/many`]));
  await timed("zip", () =>
    curl(["-m", "60", ...authHeaders(session), `${server.url}/api/file/download?file=files/many&format=zip`]),
  );
  await timed("tar", () =>
    curl(["-m", "60", ...authHeaders(session), `${server.url}/api/file/download?file=files/many&format=tar`]),
  );
  await timed("dav", () => Promise.resolve("see test"));
  await timed("properties", () => post("file/properties", { file: "files/many" }));
  await timed("clashes", () => post("file/clashes", { files: ["files/many"], target: "files" }));
  await timed("rename", () => post("file/rename", { file: "files/many", name: "MANY" }));
  await timed("rename-in", () =>
    post("file/rename", { file: "files/MANY/file-0000001.txt", name: "FILE-0000001.txt" }),
  );
  await timed("rename", () => post("file/rename", { file: "files/MANY", name: "many" }));
  await timed("trash", () => task("file/delete", { files: ["files/many"] }));
} finally {
  try {
    renameSync(`${server.filesDir}/many`, "/tmp/h/big/many");
  } catch (error) {
    console.log(String(error));
  }
  await server.stop();
}
