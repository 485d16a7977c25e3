import { carriageProblem, runTokenProblem, tokenIn } from "../core/given-token.ts";
import { CliError } from "./cli-error.ts";

/** The token that UNDERSTUDY_TOKEN holds, to sign in with. @throws CliError, without the token, where no request could carry it */
export const givenToken = (env: NodeJS.ProcessEnv = process.env): string | undefined =>
  without(carriageProblem, env);

/** The token that UNDERSTUDY_TOKEN gives a server for its run. @throws CliError likewise, and where it is too short */
export const givenRunToken = (env: NodeJS.ProcessEnv): string | undefined => without(runTokenProblem, env);

function without(problemOf: (token: string) => string | null, env: NodeJS.ProcessEnv): string | undefined {
  const token = tokenIn(env.UNDERSTUDY_TOKEN);
  const problem = token === undefined ? null : problemOf(token);
  if (problem !== null) throw new CliError(problem);
  return token;
}
