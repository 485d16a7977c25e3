import { expect, test } from "vitest";
import { TargetingService } from "../../../../src/server/targeting/targeting-service.ts";
import type { Workspace } from "../../../../src/server/workspace/workspace.ts";
import { bannerOf, tribeOf } from "../../../helpers/targeting.ts";

const environment = { spaceId: "spc_1", environment: "development" } as const;
const documents = () => ({
  space: { tribes: [tribeOf("trb_1", { label: "vip" })], tribesRevision: 2 },
  published: {
    development: { environment: "development", revision: 3, collections: [{ content: bannerOf([]) }] },
  },
});

test("the revision counts what decides, not who has read the same once more, as after a Space's key was changed", () => {
  let deciding = documents();
  const targeting = new TargetingService({
    findSpace: () => ({ data: deciding.space }),
    space: () => ({ data: deciding.space }),
    published: () => ({ of: () => deciding.published.development }),
  } as unknown as Workspace);
  const first = targeting.model(environment);
  expect(first.revision).toBe(5);
  deciding = documents();
  expect(targeting.model(environment)).toBe(first);
  // An edit from outside may forget to count.
  deciding.published.development = { ...deciding.published.development, collections: [] };
  expect(targeting.model(environment).revision).toBe(6);
});
