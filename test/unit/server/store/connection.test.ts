import { expect, it, vi } from "vitest";
import { Database } from "../../../../src/server/store/postgres/database.ts";

it.each(["prefer", "require", "verify-ca"])("sslmode=%s is taken without a warning of the driver", (mode) => {
  const warned = vi.spyOn(process, "emitWarning").mockReturnValue();
  const client = new Database(`postgresql://a@127.0.0.1:1/b?sslmode=${mode}`).ownClient();
  // Certificates are checked, as docs/shared-servers.md says.
  expect((client as unknown as { ssl: unknown }).ssl).toEqual({});
  expect(warned).not.toHaveBeenCalled();
});
