/** Commits rounds for ever and says so after each; leaves one open at the end of a given number. Made to be killed. */
import Database from "libsql";
import { databasePath, Store } from "../../dist/live/store.js";

const [folder, rounds] = process.argv.slice(2);
const store = new Store(folder);
store.create({ scenario: "{}", policy: "fifo", seed: 1, speed: 1, agents: 1 });
for (let round = 1; round <= Number(rounds); round++) {
  store.commit({
    round,
    entries: [
      { tick: round * 2 ** 40, input: { kind: "wake" } },
      { tick: round * 2 ** 40, input: { kind: "settle", round, digest: "" } },
    ],
    decisions: [{ kind: "start", task: `t${round}`, token: 1, subject: 0, what: "", after: 0 }],
    saves: [],
    dependencies: [],
    effects: [{ key: `t${round}`, token: 1, tick: round }],
    joined: [],
  });
  process.stdout.write(`${round}\n`);
}
const db = new Database(databasePath(folder));
db.exec("BEGIN IMMEDIATE");
db.exec("INSERT INTO effects (key, task, token, tick) VALUES ('open', 'open', 1, 1)");
process.stdout.write("open\n");
setInterval(() => {}, 1000);
