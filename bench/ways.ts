// What a call costs that Next's route handler answers, beside one that the server answers ahead of Next: node --import tsx bench/ways.ts
// Both are refused by the gate, so that what differs is the way alone. Needs a build.
import { Agent, get } from "node:http";
import { contracts } from "../lib/contracts/all";
import { startFiledeck } from "../e2e/support/start-filedeck";
import { median } from "./support/measure";
import { atMost, report } from "./support/report";

const rounds = 3_000;
/** The first calls are those by which the code becomes machine code. */
const warmUp = 1_000;

const server = await startFiledeck();
const agent = new Agent({ keepAlive: true, maxSockets: 1 });

function callMs(path: string): Promise<number> {
  const beganMs = performance.now();
  return new Promise((resolve, reject) => {
    get(`${server.url}/api/${path}`, { agent }, (answer) => {
      answer.resume().once("end", () => resolve(performance.now() - beganMs));
    }).once("error", reject);
  });
}

try {
  const [direct, handled]: [number[], number[]] = [[], []];
  for (let round = 0; round < warmUp + rounds; round++) {
    const directMs = await callMs(contracts.user.getUserInfo.path);
    const handledMs = await callMs(contracts.user.listTokens.path);
    if (round < warmUp) continue;
    direct.push(directMs);
    handled.push(handledMs);
  }
  const moreMs = median(handled) - median(direct);
  report("a call ahead of Next, median", `${median(direct).toFixed(2)} ms`);
  report("one by a route handler, more", `${moreMs.toFixed(2)} ms`, atMost(moreMs, 1, " ms"));
} finally {
  agent.destroy();
  await server.remove();
}
