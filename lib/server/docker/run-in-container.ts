import { StringDecoder } from "node:string_decoder";
import type Docker from "dockerode";
import { patient } from "@/lib/server/base/patient";
import { createLogDecoder } from "./log-decoder";

const maxOutputBytes = 4 * 1024;
const runMs = patient(5_000);

/**
 * Runs a program in a container, as its user, and gives the beginning of what it wrote, together with Docker's own words where it could not be started. What
 * takes longer than five seconds is left alone.
 */
export async function runInContainer(
  container: Docker.Container,
  command: readonly string[],
  abortSignal: AbortSignal,
): Promise<string> {
  const exec = await container.exec({ Cmd: [...command], AttachStdout: true, AttachStderr: true, abortSignal });
  const stream = await exec.start({ hijack: true, stdin: false, abortSignal });
  const decode = createLogDecoder({ hasTty: false });
  const decoder = new StringDecoder("utf8");
  let output = "";
  return new Promise((resolve) => {
    const timer = setTimeout(() => stream.destroy(), runMs);
    stream.on("data", (chunk: Buffer) => {
      output += decoder.write(decode(chunk));
      if (output.length > maxOutputBytes) stream.destroy();
    });
    stream.on("error", () => {}); // `close` follows
    stream.once("close", () => {
      clearTimeout(timer);
      resolve(output.slice(0, maxOutputBytes));
    });
  });
}
