/** Whether a person can be asked: input and output are a terminal, and no program reads the output. */
export const mayAsk = (json: boolean): boolean =>
  !json && process.stdin.isTTY === true && process.stdout.isTTY === true;
