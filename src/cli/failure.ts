/** Ends a command with a message for people and an exit code; never with a stack trace. */
export const EXIT_FAILED = 1;
export const EXIT_INPUT = 2;

export class Failure extends Error {
  readonly exitCode: number;

  constructor(exitCode: number, message: string) {
    super(message);
    this.exitCode = exitCode;
  }
}
