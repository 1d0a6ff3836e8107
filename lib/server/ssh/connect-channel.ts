import type { DownInputOf, UpOf } from "@/lib/contracts/channel";
import type { sshChannels } from "@/lib/contracts/ssh";
import type { ChannelService } from "@/lib/server/realtime/serve-channels";
import { AppError } from "@/lib/shared/errors";
import { connectTo } from "./connections";
import type { Person } from "./person";

type Connect = typeof sshChannels.connect;

/** Somebody at a browser who is asked what a host wants to know. One question at a time. */
export const connectByChannel: ChannelService<Connect> = async ({ id }, ctx, { send, received }) => {
  const answers = received[Symbol.asyncIterator]();
  async function ask(question: DownInputOf<Connect>): Promise<UpOf<Connect>> {
    await send(question);
    const next = await answers.next();
    if (next.done === true) throw new AppError("request/cancelled");
    return next.value;
  }
  const person: Person = {
    async trusts({ type, ...key }) {
      const answer = await ask({ type: "key", key_type: type, ...key });
      return answer.type === "trust" && answer.fingerprint === key.fingerprint;
    },
    async answer({ questions, ...question }) {
      const answer = await ask({ type: "question", ...question, questions: [...questions] });
      return answer.type === "answers" ? answer : null;
    },
  };
  await connectTo(ctx, { hostId: id, person, signal: ctx.signal });
  await send({ type: "connected" });
};
