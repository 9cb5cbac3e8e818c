/** The world did not let us write: a full disk, a folder of somebody else. Says what to do, and is shown without a stack. */
export class OutputError extends Error {
  override readonly name = "OutputError";
  /** The system's code (EACCES, ENOSPC, …), or EXIST where the place is taken by something that is not ours. */
  readonly code: string;

  constructor(code: string, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}

/** Runs what touches the disk and says in words what went wrong. */
export function withOutput<Value>(doing: string, action: () => Value): Value {
  try {
    return action();
  } catch (error) {
    if (error instanceof OutputError) throw error;
    const code = errorCode(error);
    if (code === "") throw error;
    const reason = REASONS[code] ?? `the system says ${code}`;
    throw new OutputError(code, `cannot ${doing}: ${reason}`, { cause: error });
  }
}

/** Empty for what is not an error of the system. */
export function errorCode(error: unknown): string {
  return error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : "";
}

const REASONS: Readonly<Record<string, string>> = {
  EACCES: "no permission. Choose another folder with --out",
  EPERM: "not permitted. Choose another folder with --out",
  EROFS: "the file system is read-only. Choose another folder with --out",
  ENOSPC: "the disk is full. Make room or choose another folder with --out",
  EDQUOT: "the disk quota is used up. Make room or choose another folder with --out",
  ENOTDIR: "a part of the path is a file, not a folder. Choose another folder with --out",
  EEXIST: "a part of the path is a file, not a folder. Choose another folder with --out",
  ENAMETOOLONG: "the path is too long. Choose a shorter one with --out",
  ENOENT: "such a folder cannot exist there. Choose another with --out",
  EMFILE: "too many files are open",
};
