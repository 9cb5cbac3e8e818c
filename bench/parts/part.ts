/** A part of the engine or the scheduler that is measured by itself. */

export interface Part {
  readonly name: string;
  /** What one run does so many times. */
  readonly operations: number;
  readonly run: () => void;
}

/** How fast a part is: millions of operations a second. */
export interface PartRate {
  readonly name: string;
  readonly rate: number;
  /** Quartiles of the runs. */
  readonly low: number;
  readonly high: number;
}

/** What is measured together in one process: classes that meet at one call site slow each other down. */
export interface Group {
  readonly name: string;
  parts(smoke: boolean): readonly Part[];
}
