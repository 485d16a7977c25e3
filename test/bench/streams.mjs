// Many open streams: what 10,000 of them cost in memory, and how long /healthz has to wait while they come and are open.
import { program } from "./child-lines.mjs";
import { api, here, residentMb, startUnderstudy, temporaryFolder } from "./programs.mjs";

const total = 10_000;
const wantedMb = 150;
const wantedMs = 50;

export async function streams() {
  const server = await startUnderstudy(temporaryFolder());
  const { data } = await api(server, "/v2/spaces/my-first-space/environments");
  const holder = program(here("stream-holder.mjs"), [server.sdkUrl, data[0].apiKey, String(total)]);
  await holder.line();
  const before = residentMb(server.pid);
  const watch = program(here("stall-watch.mjs"), [`${server.platformUrl}/healthz`]);
  await watch.line();
  holder.child.stdin.write("open\n");
  await holder.line();
  // Heartbeats of all of them fall into the time that is measured.
  await new Promise((resolve) => setTimeout(resolve, 20_000));
  const after = residentMb(server.pid);
  watch.child.kill("SIGTERM");
  const { longest, p99 } = await watch.line();
  holder.child.kill("SIGKILL");
  await server.stop();
  const more = after - before;
  const reached = more <= wantedMb && longest <= wantedMs;
  process.stdout.write(
    `${total.toLocaleString("en")} open streams: ${more.toFixed(0)} MB more (wanted: ${wantedMb} or less), ${before.toFixed(0)} before; /healthz waited ${longest.toFixed(1)} ms at most (wanted: ${wantedMs} or less), p99 ${p99.toFixed(1)}\n`,
  );
  return reached;
}
