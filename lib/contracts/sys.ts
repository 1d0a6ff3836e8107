import { z } from "zod";
import { endpoint } from "./endpoint";
import { empty } from "./fields";

export const sysContract = {
  health: endpoint({
    method: "GET",
    path: "health",
    access: "public",
    hot: true,
    summary: "Alive and able to reach the database.",
    input: empty,
    output: z.object({ version: z.string() }),
  }),
  openapi: endpoint({
    method: "GET",
    path: "openapi.json",
    access: "public",
    hot: true,
    bytes: true,
    summary: "This document.",
    input: empty,
    output: z.unknown(),
  }),
};
