import { z } from "zod";
import { endpoint } from "./endpoint";
import { empty } from "./fields";

export const aboutContract = {
  health: endpoint({
    method: "GET",
    path: "health",
    access: "public",
    summary: "Check that the server is running and can reach its database.",
    input: empty,
    output: z.object({ version: z.string() }),
  }),
  openapi: endpoint({
    method: "GET",
    path: "openapi.json",
    access: "public",
    bytes: true,
    summary: "Get this document.",
    input: empty,
    output: z.unknown(),
  }),
};
