// Floor: the same Express answering one JSON text of a given size, whatever is asked. Argument: bytes.
import express from "express";

const size = Number(process.argv[2]);
const text = JSON.stringify({ text: "x".repeat(Math.max(0, size - 11)) });
const app = express();
app.post("/sessions", (_req, res) => {
  res.status(201).type("json").send(text);
});
const server = app.listen(0, "127.0.0.1", () =>
  process.stdout.write(`${JSON.stringify({ url: `http://127.0.0.1:${server.address().port}/sessions` })}\n`),
);
process.on("SIGTERM", () => process.exit(0));
