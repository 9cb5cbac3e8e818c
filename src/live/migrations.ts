/** The tables of a run's database, as numbered steps: a folder of an older version is brought up to date by the rest. */
export const MIGRATIONS: readonly string[] = [
  // 1: the run, its journal and decisions, and the record of tasks.
  `
  CREATE TABLE run (
    one            INTEGER PRIMARY KEY CHECK (one = 1),
    scenario       TEXT NOT NULL,
    policy         TEXT NOT NULL,
    seed           INTEGER NOT NULL,
    speed          REAL NOT NULL,
    agents         INTEGER NOT NULL,
    schema_version INTEGER NOT NULL,
    epoch          REAL,             -- wall-clock milliseconds at tick 0; null until all agents have joined
    socket         TEXT              -- where agents find the coordinator
  );
  CREATE TABLE journal (             -- every input of the scheduler, in order
    seq     INTEGER PRIMARY KEY,
    tick    INTEGER NOT NULL,
    kind    TEXT NOT NULL,
    payload TEXT NOT NULL
  );
  CREATE TABLE decisions (           -- every effect that left it, in order
    seq     INTEGER PRIMARY KEY,
    round   INTEGER NOT NULL,
    kind    TEXT NOT NULL,
    task    TEXT,
    token   INTEGER,
    subject INTEGER NOT NULL,        -- of start and stop: machine; of tell: tenant; of alert: machine or node
    what    TEXT NOT NULL,
    after   INTEGER
  );
  CREATE TABLE tasks (
    id               TEXT PRIMARY KEY,
    tenant           TEXT NOT NULL,
    class            TEXT NOT NULL,
    schedule         TEXT NOT NULL,
    attempts         INTEGER NOT NULL,
    failures         INTEGER NOT NULL,
    attempts_allowed INTEGER NOT NULL,
    resources        TEXT NOT NULL,
    execution_cap    INTEGER,
    delay_tolerance  INTEGER,
    status           TEXT NOT NULL,
    script           TEXT,
    submitted        INTEGER NOT NULL,
    first_started    INTEGER,
    ended            INTEGER,
    node             INTEGER NOT NULL,
    machine          TEXT,
    token            INTEGER NOT NULL
  ) WITHOUT ROWID;
  CREATE TABLE dependencies (
    task   TEXT NOT NULL,
    parent TEXT NOT NULL,
    PRIMARY KEY (task, parent)
  ) WITHOUT ROWID;
  CREATE TABLE effects (             -- the effect of a task, applied at most once
    key   TEXT PRIMARY KEY,
    task  TEXT NOT NULL,
    token INTEGER NOT NULL,
    tick  INTEGER NOT NULL
  ) WITHOUT ROWID;
  CREATE TABLE agents (              -- the incarnation of each agent that holds attempts of this run
    agent       INTEGER PRIMARY KEY,
    incarnation TEXT NOT NULL
  );
  `,
  // 2: what a task has saved, how often it lost its machine, and the key of its effect.
  `
  ALTER TABLE tasks ADD COLUMN losses INTEGER NOT NULL DEFAULT 0;
  ALTER TABLE tasks ADD COLUMN progress INTEGER NOT NULL DEFAULT 0;
  ALTER TABLE tasks ADD COLUMN idempotency_key TEXT;
  UPDATE tasks SET idempotency_key = id;
  CREATE UNIQUE INDEX tasks_by_key ON tasks (idempotency_key);
  `,
];
