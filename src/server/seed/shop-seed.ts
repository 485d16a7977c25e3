import { schemaVersion } from "../../core/documents.ts";
import { environmentKeys } from "../../core/primitives.ts";
import { scene } from "../../core/scene.ts";
import { did, didNot, field, seedParts } from "./seed-parts.ts";
import type { SeedDocument } from "./seed-workspace.ts";

/** A store: carts, orders, and buyers who have not come back. */
export function shopSeed(now: number): SeedDocument {
  const at = new Date(now).toISOString();
  const stamps = { createdAt: at, updatedAt: at };
  const { type, tribe, experience, collection, persona } = seedParts(stamps);
  return {
    schemaVersion,
    spaces: [
      {
        schemaVersion,
        space: { id: "spc_demo_shop", orgId: "", key: "shop", name: "Shop", allowedOrigins: [], ...stamps },
        experienceTypes: [
          type("shop-hero", { headline: "string", text: "text" }),
          type("voucher", { title: "string", percent: "number" }),
          type("cart-hint", { text: "string" }),
        ],
        tribes: [
          tribe("cart-leavers", { all: [did("cart/filled", 0, 3), didNot("order/completed", 3)] }),
          tribe("regulars", did("order/completed", 2, 30)),
          tribe("lapsed-buyers", { all: [did("order/completed", 0, 30), didNot("order/completed", 14)] }),
          tribe("club", field("club", "yes"), "users"),
        ],
        tribesRevision: 0,
        collections: [
          collection("storefront", [
            experience(
              "welcome-hero",
              "shop-hero",
              { headline: "New this week", text: "Forty things you did not look for." },
              [
                [
                  "lapsed-buyers",
                  "For who has not come back",
                  { headline: "We kept your size", text: "Ten percent until Sunday." },
                ],
              ],
            ),
            experience("welcome-voucher", "voucher", { title: "Free shipping", percent: 0 }, [
              ["lapsed-buyers", "For who has not come back", { title: "Come back", percent: 10 }],
              ["regulars", "For regulars", { title: "Thank you", percent: 5 }],
            ]),
          ]),
          collection("checkout", [
            experience("reminder", "cart-hint", { text: "Shipped tomorrow." }, [
              ["cart-leavers", "For who left a cart", { text: "Your cart is still here." }],
            ]),
          ]),
        ],
        personas: [
          persona("left-a-cart", "Left a cart", {
            events: [["cart/filled", 1, 1]],
            tribes: { "cart-leavers": true },
            experience: "reminder",
            data: { text: "Your cart is still here." },
          }),
          persona("lapsed", "Bought three weeks ago", {
            events: [["order/completed", 21, 1]],
            tribes: { "lapsed-buyers": true, regulars: false },
            experience: "welcome-voucher",
            data: { percent: 10 },
          }),
        ],
      },
    ],
    users: [],
    publish: environmentKeys.map((environment) => ({ space: "shop", environment })),
    scenes: [{ space: "shop", lay: "development", scene: shop() }],
  };
}

const shop = () =>
  scene.parse({
    schemaVersion: 1,
    key: "shop",
    name: "A week before the holidays",
    seed: 11,
    begins: "2026-12-14T18:00:00Z",
    days: 30,
    people: {
      count: 120,
      visitors: 0.3,
      fields: { club: { weights: { yes: 1, no: 3 } }, country: { weights: { DE: 3, FR: 2, NL: 1 } } },
      platforms: { web: 6, ios: 3, android: 3 },
      named: [{ id: "ines-costa", name: "Ines Costa", fields: { club: "yes" }, platform: "ios" }],
    },
    intents: [
      {
        key: "browses",
        name: "Browses",
        perDay: 0.35,
        between: { from: "08:00", to: "23:30" },
        steps: [
          { event: "page/viewed", metadata: { page: "home" } },
          {
            event: "product/viewed",
            times: { from: 1, to: 5 },
            metadata: { category: { weights: { shoes: 4, coats: 3, bags: 2 } } },
          },
          {
            event: "cart/filled",
            chance: 0.3,
            served: [{ experience: "storefront.welcome-voucher", data: { percent: 10 }, chance: 0.55 }],
            metadata: { items: { from: 1, to: 4 } },
            otherwise: "leave",
          },
          {
            event: "order/completed",
            chance: 0.45,
            wait: { from: 30, to: 400 },
            metadata: { total: { from: 19, to: 240 } },
          },
        ],
      },
      {
        key: "comes-back",
        name: "Comes back to the cart",
        perDay: 0.1,
        steps: [
          { event: "page/viewed", metadata: { page: "cart" } },
          {
            event: "order/completed",
            chance: 0.15,
            served: [
              { experience: "checkout.reminder", data: { text: "Your cart is still here." }, chance: 0.5 },
            ],
            metadata: { total: { from: 19, to: 240 } },
          },
        ],
      },
    ],
    script: [
      { title: "Ines opens the shop", says: "She sees what is new.", do: [{ be: "ines-costa" }] },
      {
        title: "Ines fills her cart, and leaves",
        do: [{ track: { person: "ines-costa", event: "cart/filled", metadata: { items: "2" } } }],
      },
      { title: "Ines comes back", says: "The checkout reminds her of the cart." },
      {
        title: "Ines buys",
        says: "The reminder is gone.",
        do: [{ track: { person: "ines-costa", event: "order/completed", metadata: { total: "89" } } }],
      },
      {
        title: "Jump 15 days",
        says: "She has not come back: we kept her size.",
        do: [{ forward: { days: 15 } }],
      },
    ],
  });
