// Loaded into the server by NODE_OPTIONS: measures how long its main thread is held at a stretch, in processor time of that
// thread alone (what another process takes is no stall of ours), and what is left in memory. Linux.
const { channel } = require("node:diagnostics_channel");
const { readFileSync, writeFileSync } = require("node:fs");
const { createServer } = require("node:http");
const { PerformanceObserver } = require("node:perf_hooks");
const { setFlagsFromString } = require("node:v8");
const { runInNewContext } = require("node:vm");
const { isMainThread } = require("node:worker_threads");

const told = process.env.LOOP_WATCH;
/** In ms of the main thread's processor time. */
const busy = () =>
  Number(readFileSync(`/proc/self/task/${process.pid}/schedstat`, "utf8").split(" ", 1)[0]) / 1e6;

if (told !== undefined && isMainThread) {
  setFlagsFromString("--expose-gc");
  const gc = runInNewContext("gc");
  let stalls = [];
  /** The latest requests: one of them is what holds the thread, though its body may have come later than it. */
  let recent = [];
  let collecting = 0;
  let last = busy();
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) collecting += duration;
  }).observe({ entryTypes: ["gc"] });
  channel("http.server.request.start").subscribe(({ request }) => {
    recent = [...recent.slice(-4), String(request.headers["x-request-id"])];
  });
  setInterval(() => {
    const now = busy();
    if (now - last > 25)
      stalls.push({ ms: Math.round(now - last), collecting: Math.round(collecting), requests: recent });
    collecting = 0;
    last = busy();
  }, 1).unref();
  createServer((req, res) => {
    if (req.url === "/begin") stalls = [];
    gc();
    const { heapUsed, rss } = process.memoryUsage();
    res.end(JSON.stringify({ stalls, heapUsed, rss }));
    last = busy();
  })
    .listen(0, "127.0.0.1", function listening() {
      writeFileSync(told, String(this.address().port));
    })
    .unref();
}
