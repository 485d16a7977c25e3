export { compileContents } from "../../src/core/targeting/compile-contents.ts";
export { compileTribes } from "../../src/core/targeting/compile-tribes.ts";
