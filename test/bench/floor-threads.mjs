// The least that the store's promises need: node:http, a thread that writes and one that reads a libsql database, and an answer
// of fixed bytes. No checks, no routes, no deciding. Arguments: the database's path; bytes of an answer; "ask": each request reads a
// person and their times, or "start": it also writes a session and the person, durable, before it is answered.
import http from "node:http";
import { parentPort, Worker, workerData } from "node:worker_threads";
import Database from "libsql";

const tables = `CREATE TABLE IF NOT EXISTS users (id TEXT PRIMARY KEY, fields TEXT, seen INTEGER) WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS sessions (id TEXT PRIMARY KEY, user TEXT, started INTEGER, device TEXT) WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS times (rule INTEGER, user TEXT, time INTEGER, PRIMARY KEY (rule, user, time)) WITHOUT ROWID`;

/** The first to open it turns its log on, which waits for nobody. */
function opened(path) {
  const db = new Database(path);
  db.exec(
    "PRAGMA busy_timeout = 5000; PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA wal_autocheckpoint = 16000",
  );
  db.exec(tables);
  return db;
}

/** What a thread does with all that was asked in one turn; the answers are in the same order. */
function worker({ kind, path }) {
  const db = opened(path);
  if (kind === "write") {
    const session = db.prepare("INSERT INTO sessions VALUES (?, ?, ?, ?)");
    const user = db.prepare(
      "INSERT INTO users VALUES (?, ?, ?) ON CONFLICT (id) DO UPDATE SET fields = excluded.fields, seen = excluded.seen",
    );
    return (asked) => {
      db.exec("BEGIN IMMEDIATE");
      for (const { id, user: who, fields, device, at } of asked) {
        session.run([id, who, at, JSON.stringify(device)]);
        user.run([who, JSON.stringify(fields), at]);
      }
      db.exec("COMMIT");
      return asked.map(() => null);
    };
  }
  const person = db.prepare("SELECT fields FROM users WHERE id = ?").raw();
  const times = db.prepare("SELECT rule, time FROM times WHERE rule IN (1, 2, 3, 4) AND user = ?").raw();
  return (asked) => asked.map((who) => ({ person: person.get(who) ?? null, times: times.all(who) }));
}

/** Asks a thread: all questions of a turn, and of the time while it is busy, cross together. */
function thread(kind, path) {
  const port = new Worker(new URL(import.meta.url), { workerData: { kind, path } });
  let waiting = [];
  let busy = false;
  const send = () => {
    if (busy || waiting.length === 0) return;
    busy = true;
    const sent = waiting;
    waiting = [];
    port.once("message", (text) => {
      busy = false;
      JSON.parse(text).forEach((answer, at) => {
        sent[at].resolve(answer);
      });
      send();
    });
    port.postMessage(JSON.stringify(sent.map(({ question }) => question)));
  };
  return (question) =>
    new Promise((resolve) => {
      if (waiting.length === 0) setImmediate(send);
      waiting.push({ question, resolve });
    });
}

async function bodyOf(request) {
  const chunks = [];
  for await (const chunk of request) chunks.push(chunk);
  return JSON.parse(Buffer.concat(chunks).toString());
}

if (parentPort === null) {
  const [path, size, mode] = process.argv.slice(2);
  const text = Buffer.from(JSON.stringify({ text: "x".repeat(Math.max(0, Number(size) - 11)) }));
  opened(path).close();
  const [write, read] = [thread("write", path), thread("read", path)];
  let sessions = 0;
  const server = http.createServer(async (request, response) => {
    const { userId = "ana", fields, device } = await bodyOf(request);
    const at = Date.now();
    const asked = [read(userId)];
    if (mode === "start") {
      sessions += 1;
      asked.push(write({ id: `session-${at}-${sessions}`, user: userId, fields, device, at }));
    }
    await Promise.all(asked);
    response.writeHead(201, { "content-type": "application/json", "content-length": text.length });
    response.end(text);
  });
  // Both threads have opened the database before the first request.
  await write({ id: "first", user: "ana", fields: {}, device: {}, at: Date.now() });
  await read("ana");
  server.listen(0, "127.0.0.1", () =>
    process.stdout.write(
      `${JSON.stringify({ url: `http://127.0.0.1:${server.address().port}/sessions` })}\n`,
    ),
  );
  process.on("SIGTERM", () => process.exit(0));
} else {
  const work = worker(workerData);
  parentPort.on("message", (text) => parentPort.postMessage(JSON.stringify(work(JSON.parse(text)))));
}
