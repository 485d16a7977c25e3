/** A random UUID (RFC 9562, version 4), also where `crypto.randomUUID` is missing: pages on plain http have none. */
export function uuid(): string {
  const source: Partial<Crypto> | undefined = globalThis.crypto;
  if (typeof source?.randomUUID === "function") return source.randomUUID();
  const bytes = new Uint8Array(16);
  if (typeof source?.getRandomValues === "function") source.getRandomValues(bytes);
  else for (let at = 0; at < 16; at += 1) bytes[at] = Math.random() * 256;
  const hex = Array.from(bytes, (byte, at) => marked(byte, at).toString(16).padStart(2, "0")).join("");
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}

/** The version in the seventh byte, the variant in the ninth. */
function marked(byte: number, at: number): number {
  if (at === 6) return (byte & 0x0f) | 0x40;
  return at === 8 ? (byte & 0x3f) | 0x80 : byte;
}
