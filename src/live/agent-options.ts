/** What an agent is told when it is started, as its one argument. */
export interface AgentOptions {
  /** Its number in the run: it runs the attempts of machines whose index leaves this remainder. */
  readonly agent: number;
  readonly socket: string;
  /** Where effects are applied. */
  readonly effects: string;
  /** Where tasks save their progress. */
  readonly checkpoints: string;
  /** The only folder that scripts may come from. */
  readonly scriptRoot: string;
  /** How long it goes on without a coordinator, in wall-clock milliseconds. */
  readonly orphanGrace: number;
}
