// Written by scripts/make-handlers.mjs from lib/contracts. Do not edit: run `npm run generate`.
export { answerCall as POST } from "@/app/api/answer-call";
