import { z } from "zod";
import { taskStates } from "@/lib/shared/task-state";
import { channel } from "./channel";
import { endpoint } from "./endpoint";
import { empty, id, json } from "./fields";
import { lists } from "./lists";

/** `problem`: failed or cut off. */
export const taskFilters = ["running", "done", "problem", "cancelled"] as const;

/** One of the two that want the same name: its kind, bytes and last change (ms). */
export const met = z.object({
  kind: z.enum(["file", "folder", "link", "special"]),
  size: z.number(),
  mtime: z.number(),
});

export type Met = z.infer<typeof met>;

/** A taken name that a running task asks about. */
const taskQuestion = z.object({
  id: z.string(),
  /** What arrives, and the folder where its name is taken. */
  path: z.string(),
  folder: z.string(),
  arriving: met,
  standing: met,
  /** How many more wait behind this one. */
  more: z.number(),
  /** When it is given up: milliseconds since 1970. */
  until: z.number(),
});
export type TaskQuestion = z.infer<typeof taskQuestion>;

const answerChoice = z.enum(["replace", "skip", "newer", "rename"]);
export type AnswerChoice = z.infer<typeof answerChoice>;

const failure = z.object({ path: z.string(), error: z.string() });
/** How many failures lists and events name; the task's detail has more. */
export const listedFailures = 3;

/** A task as lists and events show it: short, however much it was about. */
export const task = z.object({
  id: z.string(),
  /** A name that some group of the server has declared. */
  kind: z.string(),
  state: z.enum(taskStates),
  /** Grows with every state: of two answers the one with the higher number is the newer, whichever arrives last. */
  revision: z.number().default(0),
  owner: z.string(),
  /** First entry and how many there are, for the panel's line. */
  title: z.string(),
  count: z.number(),
  files: z.number(),
  bytes: z.number(),
  /** How much it is altogether; null until that is counted, which short tasks do not wait for. */
  total: z.object({ files: z.number(), bytes: z.number() }).nullable().default(null),
  current: z.string(),
  skipped: z.number(),
  /** How many entries gave way to others, and how many of those lie in the owner's trash. */
  replaced: z.number().default(0),
  kept: z.number().default(0),
  /** The first few. */
  failures: z.array(failure),
  failureCount: z.number(),
  error: z.string().nullable(),
  /** The open question, if there is one; see `task/{id}/answer`. */
  question: taskQuestion.nullable().default(null),
  /** What the words about its end need to know: whether it can be undone, where it looked. */
  facts: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])).default({}),
  /** False: it went wrong, and its owner has not seen that yet. */
  seen: z.boolean().default(true),
  started_at: z.number(),
  finished_at: z.number().nullable(),
});
export type Task = z.infer<typeof task>;

/** Everything that is kept of a task, for whoever looks at it alone. */
const taskDetail = task.extend({
  /** The first hundred. */
  failures: z.array(failure),
  /** What was asked, without what is secret. */
  input: z.record(z.string(), json),
  /** What a task of its kind has found or made, such as checksums; null for kinds that only change files. */
  result: z.record(z.string(), json).nullable(),
});
export type TaskDetail = z.infer<typeof taskDetail>;

export const taskContract = {
  listTasks: endpoint({
    method: "GET",
    path: "task/list",
    direct: true,
    access: "session",
    summary: "List your tasks of the last 30 days, newest first, up to 200 per page. Administrators see everyone’s.",
    input: z.object({
      /** The last one of the page before. */
      before: id.optional(),
      limit: z.coerce.number().int().min(1).max(200).default(200),
      state: z.enum(taskFilters).optional(),
      kind: z
        .string()
        .regex(/^[a-z][a-z0-9-]{0,31}$/)
        .optional(),
      /** A part of the first entry's name, in any case. */
      text: z.string().max(255).optional(),
    }),
    output: lists({ tasks: z.array(task), next: id.nullable() }),
  }),
  getNews: endpoint({
    method: "GET",
    path: "task/news",
    direct: true,
    access: "session",
    summary: "Get your running tasks and your 50 newest failed tasks that haven’t been seen.",
    input: empty,
    output: lists({ running: z.array(task), problems: z.array(task) }),
  }),
  seeTasks: endpoint({
    method: "POST",
    path: "task/seen",
    direct: true,
    access: "session",
    summary: "Mark your failed tasks as seen: those in `ids`, or all of them.",
    input: z.object({ ids: z.array(id).max(200).optional() }),
    output: empty,
    audit: false,
  }),
  getTask: endpoint({
    method: "GET",
    path: "task/{id}",
    direct: true,
    access: "session",
    summary: "Get a task with its input, failures, and result.",
    input: z.object({ id }),
    output: taskDetail,
  }),
  cancelTask: endpoint({
    method: "POST",
    path: "task/{id}/cancel",
    access: "session",
    summary: "Cancel a running task. Whatever it has finished is kept.",
    input: z.object({ id }),
    output: empty,
  }),
  answerTask: endpoint({
    method: "POST",
    path: "task/{id}/answer",
    access: "session",
    summary: "Answer a task’s open question. With `all`, the answer also applies to any that follow.",
    input: z.object({ id, question: id, choice: answerChoice, all: z.boolean().default(false) }),
    output: empty,
  }),
};

export const taskChannels = {
  follow: channel({
    name: "task/follow",
    access: "session",
    summary: "Hear every change of your tasks. Administrators hear of everyone’s.",
    open: empty,
    up: null,
    down: z.union([
      /** First of all: what changes from now on is told. */
      z.object({ following: z.literal(true) }),
      z.object({ changed: task }),
      /** You have seen, on this device or another, how tasks ended that went wrong. */
      z.object({ seen: z.literal(true) }),
    ]),
    highWaterBytes: 16 * 1024,
  }),
};
