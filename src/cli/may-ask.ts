/** Whether there is a person who can be asked: a terminal to read from and to write to, and no program that reads along. */
export const mayAsk = (json: boolean): boolean =>
  !json && process.stdin.isTTY === true && process.stdout.isTTY === true;
