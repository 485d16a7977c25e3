import { existsSync } from "node:fs";

// In CI `npm test` fetches the toolchains while other tests run: those that need one wait until all are there.
const { UNDERSTUDY_TEST_FETCHING: fetching } = process.env;
while (fetching !== undefined && existsSync(fetching)) await new Promise((done) => setTimeout(done, 200));
