// Floor for the ready line: Node, Express and an open libsql database, and nothing else.
import express from "express";
import Database from "libsql";

const db = new Database(process.argv[2]);
db.exec("PRAGMA journal_mode = WAL; CREATE TABLE IF NOT EXISTS t (a)");
const server = express().listen(0, "127.0.0.1", () =>
  process.stdout.write(`${JSON.stringify({ url: server.address().port })}\n`),
);
process.on("SIGTERM", () => process.exit(0));
