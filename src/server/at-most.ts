/** Lets so many bytes through. @throws what `tooMany` makes, at the next one */
export async function* atMost(
  bytes: AsyncIterable<Uint8Array>,
  most: number,
  tooMany: () => Error,
): AsyncGenerator<Uint8Array> {
  let seen = 0;
  for await (const chunk of bytes) {
    seen += chunk.length;
    if (seen > most) throw tooMany();
    yield chunk;
  }
}
