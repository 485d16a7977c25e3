/** One line on standard error that grows on a terminal; elsewhere it is said once. */
export function fetchProgress(version: string) {
  const stream = process.stderr;
  const text = `Fetching Electron ${version} for the desktop app, once`;
  stream.write(stream.isTTY ? `${text} …` : `${text} …\n`);
  const show = (bytes: number) => {
    if (stream.isTTY) stream.write(`\r${text} … ${Math.round(bytes / 1_000_000)} MB`);
  };
  return { show, end: () => void (stream.isTTY && stream.write("\n")) };
}
