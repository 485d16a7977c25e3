// Floor: the least that a server can do with a batch: read it whole and answer.
import http from "node:http";

const server = http.createServer((request, response) => {
  request.on("data", () => {});
  request.on("end", () =>
    response.writeHead(202, { "content-type": "application/json" }).end('{"accepted":20,"rejected":[]}'),
  );
});
server.listen(0, "127.0.0.1", () =>
  process.stdout.write(`${JSON.stringify({ url: `http://127.0.0.1:${server.address().port}/events` })}\n`),
);
process.on("SIGTERM", () => process.exit(0));
