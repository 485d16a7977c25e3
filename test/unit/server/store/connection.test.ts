import { writeFileSync } from "node:fs";
import { mkdtemp } from "node:fs/promises";
import { createServer, type Server } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { TLSSocket } from "node:tls";
import { afterEach, expect, it, vi } from "vitest";
import { answerTimeOf } from "../../../../src/server/store/postgres/connection.ts";
import { Database } from "../../../../src/server/store/postgres/database.ts";

// Made for this test, valid until 2120, and used nowhere else.
const key = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgux1WFdrBWRXvocxL
FfcElOsnPdEgvnG9GmxOXTml22KhRANCAARIN1SOgardw3mWrA2/Ho2/uGHN+MAT
EGFvuQbNK6uAa9v9OnPqsEoP0Dh/i/O8EHdb1FvmGBPyUCDCKcKVu3DZ
-----END PRIVATE KEY-----`;
const certificates = {
  "127.0.0.1": `-----BEGIN CERTIFICATE-----
MIIBOzCB46ADAgECAgEBMAoGCCqGSM49BAMCMA0xCzAJBgNVBAMMAmRiMCAXDTIw
MDEwMTAwMDAwMFoYDzIxMjAwMTAxMDAwMDAwWjANMQswCQYDVQQDDAJkYjBZMBMG
ByqGSM49AgEGCCqGSM49AwEHA0IABEg3VI6Bqt3DeZasDb8ejb+4Yc34wBMQYW+5
Bs0rq4Br2/06c+qwSg/QOH+L87wQd1vUW+YYE/JQIMIpwpW7cNmjMjAwMA8GA1Ud
EQQIMAaHBH8AAAEwHQYDVR0OBBYEFCj6YZ5JxRAigpLLMaoymp0aK9rZMAoGCCqG
SM49BAMCA0cAMEQCICTA8sxzsAoQu3vK7qNT/dS2Wpr6KKB9TEAcrXOmATA2AiBr
5GL8HtOv0p61a+Yaa6/xK9cKjkQMi0zhIgI/ZAGBSA==
-----END CERTIFICATE-----`,
  localhost: `-----BEGIN CERTIFICATE-----
MIIBQTCB6KADAgECAgECMAoGCCqGSM49BAMCMA0xCzAJBgNVBAMMAmRiMCAXDTIw
MDEwMTAwMDAwMFoYDzIxMjAwMTAxMDAwMDAwWjANMQswCQYDVQQDDAJkYjBZMBMG
ByqGSM49AgEGCCqGSM49AwEHA0IABEg3VI6Bqt3DeZasDb8ejb+4Yc34wBMQYW+5
Bs0rq4Br2/06c+qwSg/QOH+L87wQd1vUW+YYE/JQIMIpwpW7cNmjNzA1MBQGA1Ud
EQQNMAuCCWxvY2FsaG9zdDAdBgNVHQ4EFgQUKPphnknFECKCkssxqjKanRor2tkw
CgYIKoZIzj0EAwIDSAAwRQIhAJJ5gcFU/bXBik4XRyBklEyHoy6hgI6q5uO2U14v
jYpOAiBbNBAbjdmXzQU87zO4LTpMv2EI7bSS4AvRhp+TXadeAg==
-----END CERTIFICATE-----`,
};

let server: Server;
afterEach(() => void server?.close());

/** A database that lets everybody in over TLS, with the certificate of `of`. */
async function databaseOf(of: keyof typeof certificates): Promise<{ port: number; ca: string }> {
  const ca = join(await mkdtemp(join(tmpdir(), "ca-")), "ca.pem");
  writeFileSync(ca, certificates[of]);
  server = createServer((socket) => {
    socket
      .on("error", () => undefined)
      .once("data", () => {
        socket.write("S");
        const secure = new TLSSocket(socket, { isServer: true, key, cert: certificates[of] });
        // AuthenticationOk, ReadyForQuery
        secure
          .on("error", () => undefined)
          .once("data", () => secure.write("R\0\0\0\x08\0\0\0\0Z\0\0\0\x05I"));
      });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return { port: (server.address() as { port: number }).port, ca };
}

it.each([
  ["127.0.0.1", "sslmode=verify-full", "127.0.0.1", "is let in"],
  ["127.0.0.1", "sslmode=verify-full", "localhost", "does not match"],
  ["localhost", "sslmode=verify-full", "localhost", "is let in"],
  ["localhost", "sslmode=verify-full", "127.0.0.1", "does not match"],
  ["127.0.0.1", "sslmode=no-verify", "localhost", "is let in"],
] as const)("at %s with %s a certificate of %s %s", async (host, mode, of, outcome) => {
  const { port, ca } = await databaseOf(of);
  const client = new Database(`postgresql://a@${host}:${port}/b?${mode}&sslrootcert=${ca}`).ownClient();
  client.on("error", () => undefined);
  const connecting = client.connect().then(
    () => "is let in",
    ({ message }: Error) => message,
  );
  expect(await connecting).toContain(outcome);
  client.connection.stream.destroy();
});

it.each(["prefer", "require", "verify-ca"])("sslmode=%s is taken without a warning of the driver", (mode) => {
  const warned = vi.spyOn(process, "emitWarning").mockReturnValue();
  const client = new Database(`postgresql://a@127.0.0.1:1/b?sslmode=${mode}`).ownClient();
  // Certificates are checked, as docs/shared-servers.md says.
  expect((client as unknown as { ssl: unknown }).ssl).toEqual({ host: "127.0.0.1" });
  expect(warned).not.toHaveBeenCalled();
});

it.each([
  ["postgresql://a@127.0.0.1/b", 15_000],
  ["postgresql://a@127.0.0.1/b?query_timeout=700", 700],
  ["postgresql://a@127.0.0.1/b?query_timeout=soon", 15_000],
])("at %s a statement is waited for %i ms", (url, ms) => {
  expect(answerTimeOf(url)).toBe(ms);
});
