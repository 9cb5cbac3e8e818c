/** Every wait of the live world, in wall-clock milliseconds, in one place so that their order can be seen. */

/** What arrives within this time goes into one round, and so into one commit. */
export const COALESCE = 2;
/** How often an agent lets itself be heard. */
export const BEAT_EVERY = 1_000;
/** A connected agent that is silent for so long is frozen: it is killed and replaced. */
export const SILENT_AFTER = 15_000;
/** An agent that lost its connection has this long to return before its machines count as down. */
export const LOST_AFTER = 5_000;
/** A resumed coordinator gives the agents of the run this long before it starts new ones. */
export const RECONNECT_WAIT = 2_000;
/** An agent without a coordinator keeps its attempts running for so long, then ends them and itself. */
export const ORPHAN_GRACE = 30_000;
/** How often an agent tries to reconnect. */
export const RECONNECT_EVERY = 100;
/** Between the polite and the final signal to an attempt that is stopped. */
export const KILL_AFTER = 2_000;
/** An agent that is told to leave and has not left by then is killed. */
export const LEAVE_AFTER = 5_000;
/** A new agent that has not joined by then is killed and started again. */
export const JOIN_WAIT = 30_000;
/** Wait before a dead agent is replaced; doubled for each start in a row that came to nothing. */
export const RESPAWN_AFTER = 100;
/** So many starts of an agent in a row without a word from it, and the run gives up. */
export const STARTS_IN_VAIN = 5;
