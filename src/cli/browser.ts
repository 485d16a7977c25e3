import { spawn } from "node:child_process";

const openers: Partial<Record<NodeJS.Platform, readonly [string, ...string[]]>> = {
  darwin: ["open"],
  // Not `start`: a shell would read the address.
  win32: ["rundll32", "url.dll,FileProtocolHandler"],
};

/** Opens an address in the default browser. Silent where that fails: the address has been printed too. */
export function openBrowser(url: string): void {
  // A file or another program's scheme is never ours to open.
  if (!/^https?:\/\//.test(url)) return;
  const [command, ...args] = openers[process.platform] ?? ["xdg-open"];
  const child = spawn(command, [...args, url], { stdio: "ignore", detached: true });
  child.on("error", () => {});
  child.unref();
}
