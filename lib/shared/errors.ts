import type { errorTable } from "./error-table";

export type ErrorKey = keyof typeof errorTable;

/**
 * Whether it can be one, by its form. Which there are the server knows (`isKnownErrorKey`), and the words of the screen: the table would be loaded with every page.
 */
export function isErrorKey(text: string): text is ErrorKey {
  return /^(?:internal|network|[a-z]+\/[a-z-]+)$/.test(text);
}

/** Values for the message's placeholders. Never a host path. */
export type ErrorParams = Readonly<Record<string, string | number>>;

const brand = "filedeck.AppError";

/**
 * A failure with a meaning for the caller. Check with {@link isAppError}, not `instanceof`: the program runs as two
 * bundles (Next's and the server's), so the class exists twice.
 */
export class AppError extends Error {
  readonly brand = brand;
  readonly key: ErrorKey;
  readonly params: ErrorParams;
  /** Extra answer data, for instance the current ETag of a file that changed. */
  readonly detail: Readonly<Record<string, unknown>> | undefined;

  constructor(
    key: ErrorKey,
    params: ErrorParams = {},
    options?: ErrorOptions & { detail?: Readonly<Record<string, unknown>> },
  ) {
    super(key, options);
    this.name = "AppError";
    this.key = key;
    this.params = params;
    this.detail = options?.detail;
  }
}

export function isAppError(error: unknown): error is AppError {
  return error instanceof Error && "brand" in error && error.brand === brand;
}
