import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { onTestFinished } from "vitest";

/** Another program that has the database open, and counts its users each time that it is told to. */
export async function otherProgram(path: string) {
  const code = `const db = new (require("libsql"))(process.argv[1]);
    const count = () => console.log(db.prepare("SELECT count(*) FROM users").raw().get()[0]);
    require("node:readline").createInterface({ input: process.stdin }).on("line", count).on("close", () => db.close());`;
  const program = spawn(process.execPath, ["-e", code, path], { stdio: ["pipe", "pipe", "inherit"] });
  const ended = new Promise((resolve) => program.once("exit", resolve));
  onTestFinished(() => void program.kill());
  const lines = createInterface({ input: program.stdout })[Symbol.asyncIterator]();
  const count = async () => {
    program.stdin.write("\n");
    return Number((await lines.next()).value);
  };
  const close = async () => {
    program.stdin.end();
    await ended;
  };
  return { count, close };
}
