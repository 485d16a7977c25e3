import { useQuery } from "@tanstack/react-query";
import { useRef } from "react";
import { Link } from "wouter";
import type { ExportFolder } from "../../core/ipc.ts";
import { desktopBridge } from "../desktop/desktop-bridge.ts";
import { useConsole } from "../page/console-context.ts";
import { useHere, usePath } from "../page/use-here.ts";
import type { FreshTags } from "./stale-exports.ts";
import { staleExportsKey } from "./use-code.ts";

const lookEvery = 10_000;

/** In the status bar of every page: the model changed since its code was written into a folder, and where to go on. */
export function StaleExportNote() {
  const stale = useStaleExports();
  const to = usePath();
  const [first, ...others] = stale;
  if (first === undefined) return null;
  const words = others.length === 0 ? `“${first.name}”` : `${stale.length} folders`;
  return (
    <Link className="item warn-link" href={`${to("code")}?target=${first.platform}.${first.lang}`}>
      <span className="dot warn" /> Code in {words} is out of date
    </Link>
  );
}

function useStaleExports(): readonly ExportFolder[] {
  const { client } = useConsole();
  const { space } = useHere();
  const bridge = desktopBridge();
  const fresh = useRef<FreshTags>(new Map());
  const { data } = useQuery({
    queryKey: [...staleExportsKey, space.id],
    queryFn: async () => {
      if (bridge === null) return [];
      // Fetched only where it is needed: a browser never does.
      const { staleExports } = await import("./stale-exports.ts");
      return staleExports(client, bridge, space.id, fresh.current);
    },
    refetchInterval: lookEvery,
    enabled: bridge !== null,
  });
  return data ?? [];
}
