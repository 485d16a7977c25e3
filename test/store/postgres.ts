import { distributed } from "../../scripts/reference/tables.mjs";
import { PostgresStore } from "../../src/server/store/postgres/postgres-store.ts";
import { newDatabase } from "../helpers/postgres.ts";
import type { OpenedStore } from "./stores.ts";

export const postgres = { name: "PostgreSQL", open };

async function open(): Promise<OpenedStore> {
  const { url, drop } = await newDatabase();
  let store = await PostgresStore.open(url);
  return {
    get store() {
      return store;
    },
    reopen: async () => {
      await store.close();
      store = await PostgresStore.open(url);
    },
    // Nothing is done behind what was acknowledged, and no times are kept beside the log.
    settled: () => Promise.resolve(),
    keptTimes: null,
    leftovers: async () => {
      const tables = distributed;
      const counts = tables.map(
        (table) =>
          `(SELECT count(*) FROM understudy.${table} WHERE n NOT IN (SELECT n FROM understudy.environments WHERE NOT dropped))`,
      );
      const [row] = await store.database.rows<{ left: number }>(`SELECT ${counts.join(" + ")} AS left`);
      return row?.left ?? -1;
    },
    remove: async () => {
      await store.close();
      await drop();
    },
  };
}
