import { contracts } from "@/lib/contracts/all";
import type { Endpoint } from "@/lib/contracts/endpoint";
import { answerCodes } from "@/lib/shared/answer-codes";
import { errorTable } from "@/lib/shared/error-table";
import { createPace } from "@/lib/server/base/next-slice";
import { createFailures } from "./openapi-failures";
import { createSchemas, type Json } from "./openapi-schemas";

type Parts = { schemas: ReturnType<typeof createSchemas>; failures: ReturnType<typeof createFailures> };

/** OpenAPI 3.1 of every contract: what the server serves is what this says. It takes 100 ms and more, in slices. */
export async function buildOpenapi({ version, basePath }: { version: string; basePath: string }): Promise<Json> {
  const pace = createPace();
  const parts: Parts = { schemas: createSchemas(), failures: createFailures() };
  const paths: Record<string, Json> = {};
  for (const [group, contract] of Object.entries(contracts)) {
    for (const [name, endpoint] of Object.entries<Endpoint>(contract)) {
      const path = `/${endpoint.path.replace("*}", "}")}`;
      paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: describe({ group, name, endpoint }, parts) };
      await pace();
    }
  }
  return {
    openapi: "3.1.0",
    info: { title: "Filedeck", version, license: { name: "Apache-2.0", identifier: "Apache-2.0" } },
    servers: [{ url: `${basePath}/api` }],
    security: [{ session: [], sessionToken: [] }, { apiToken: [] }],
    paths,
    components: {
      securitySchemes: {
        session: { type: "apiKey", in: "cookie", name: "filedeck.session" },
        sessionToken: { type: "apiKey", in: "header", name: "Authorization" },
        apiToken: { type: "http", scheme: "bearer", description: "An API token (fd_…), alone." },
      },
      responses: parts.failures.named,
      schemas: {
        ...parts.schemas.named,
        Failure: {
          type: "object",
          required: ["code", "message", "data", "error", "requestId"],
          properties: {
            code: { enum: Object.values(answerCodes) },
            message: { type: "string" },
            data: {},
            error: { enum: Object.keys(errorTable) },
            params: { type: "object" },
            requestId: { type: "string" },
          },
        },
      },
    },
  };
}

type Described = { group: string; name: string; endpoint: Endpoint };

function describe({ group, name, endpoint }: Described, { schemas, failures }: Parts): Json {
  const input = schemas.toSchema(endpoint.input, "input");
  const properties = input["properties"] as Record<string, Json> | undefined; // JSON Schema of an object
  const required = new Set(Array.isArray(input["required"]) ? input["required"] : []);
  const inPath = [...endpoint.path.matchAll(/\{(\w+)\*?\}/g)].map((match) => match[1] ?? "");
  const others = Object.entries(properties ?? {}).filter(([field]) => !inPath.includes(field));
  const isQuery = endpoint.method === "GET" || endpoint.method === "DELETE" || endpoint.bytes;
  const parameters = [
    ...inPath.map((field) => ({
      name: field,
      in: "path",
      required: true,
      schema: properties?.[field] ?? { type: "string" },
    })),
    ...(isQuery
      ? others.map(([field, schema]) => ({ name: field, in: "query", required: required.has(field), schema }))
      : []),
  ];
  const access = endpoint.access === "public" ? { security: [] } : {};
  return {
    operationId: `${group}.${name}`,
    tags: [group],
    summary: endpoint.summary,
    "x-access": endpoint.access,
    ...(endpoint.visitors.length > 0 ? { "x-share-modes": endpoint.visitors } : {}),
    "x-confirm": endpoint.confirm,
    ...access,
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(isQuery ? {} : { requestBody: { content: { "application/json": { schema: bodySchema(others, required) } } } }),
    ...(endpoint.method === "PUT" && endpoint.bytes ? { requestBody: uploadBody } : {}),
    responses: {
      200: {
        description: "Success",
        content: { "application/json": { schema: answerSchema(schemas.toSchema(endpoint.output, "output")) } },
      },
      ...failures.failuresFor(group, endpoint),
      default: {
        description: "Failure",
        content: { "application/json": { schema: { $ref: "#/components/schemas/Failure" } } },
      },
    },
  };
}

const uploadBody = {
  content: {
    "multipart/form-data": {
      schema: { type: "object", required: ["file"], properties: { file: { type: "string", format: "binary" } } },
    },
    "application/octet-stream": { schema: { type: "string", format: "binary" } },
  },
};

function bodySchema(fields: [string, Json][], required: Set<unknown>): Json {
  return {
    type: "object",
    properties: Object.fromEntries(fields),
    required: fields.map(([field]) => field).filter((field) => required.has(field)),
  };
}

function answerSchema(data: Json): Json {
  const properties = { code: { const: 0 }, message: { type: "string" }, data };
  return { type: "object", required: ["code", "message", "data"], properties };
}
