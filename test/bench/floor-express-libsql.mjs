// Floor: what anyone would write with Express and libsql. Durable (WAL, synchronous FULL), one transaction for all the
// requests that arrived meanwhile, deduplicated by id, with an index for "user, name, time". No validation, no worker,
// no stream, no other index.
import express from "express";
import Database from "libsql";

const db = new Database(process.argv[2]);
db.exec("PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA cache_size = -48000");
db.exec(`CREATE TABLE events (id TEXT PRIMARY KEY, name TEXT, user TEXT, time TEXT, received INTEGER, metadata TEXT);
  CREATE INDEX by_user ON events (user, name, time)`);
const insert = db.prepare("INSERT OR IGNORE INTO events VALUES (?, ?, ?, ?, ?, ?)");
let waiting = [];

function commit() {
  const batch = waiting;
  waiting = [];
  db.exec("BEGIN IMMEDIATE");
  for (const { events } of batch) {
    for (const event of events) {
      insert.run([
        event.id,
        event.name,
        event.userId,
        event.time,
        Date.now(),
        JSON.stringify(event.metadata),
      ]);
    }
  }
  db.exec("COMMIT");
  for (const { events, response } of batch)
    response.status(202).json({ accepted: events.length, rejected: [] });
}

const app = express();
app.use(express.json({ limit: "512kb" }));
app.post("/events", (request, response) => {
  if (waiting.length === 0) setImmediate(commit);
  waiting.push({ events: request.body.events, response });
});
const server = app.listen(0, "127.0.0.1", () =>
  process.stdout.write(`${JSON.stringify({ url: `http://127.0.0.1:${server.address().port}/events` })}\n`),
);
process.on("SIGTERM", () => process.exit(0));
