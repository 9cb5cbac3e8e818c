/** The failures of the live world (disk, database, hosts, run folders): each has a code and says what to do. */
export type LiveErrorCode =
  | "STORE_FAILED"
  | "RUN_EXISTS"
  | "RUN_MISSING"
  | "RUN_DIFFERS"
  | "RUN_IN_USE"
  | "REPLAY_DIFFERS"
  | "PROGRAM_MISSING"
  | "SOCKET_FAILED"
  | "AGENT_FAILED"
  | "ABORTED";

export class LiveError extends Error {
  override name = "LiveError";
  readonly code: LiveErrorCode;

  constructor(code: LiveErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}

/** The run was interrupted on request; its agents are gone and its folder can be resumed. */
export class LiveAborted extends LiveError {
  override name = "AbortError";

  constructor(folder: string) {
    super("ABORTED", `interrupted; the run in ${folder} can be resumed`);
  }
}

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
