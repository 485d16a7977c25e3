/** A key that nothing else has. Not `crypto.randomUUID`: a page at a public address without TLS has none. */
export const newKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join(
    "",
  );
