import type { Explanation } from "../../core/explanation.ts";
import { EnvironmentName } from "../parts/EnvironmentName.tsx";

type Side = Pick<Explanation, "environment" | "content">;

/** What one side is: the draft, or what an environment serves. */
export function SideName({ side: { environment, content } }: { readonly side: Side }) {
  return content === "draft" ? (
    <>Draft</>
  ) : (
    <>
      Published in <EnvironmentName of={environment} />
    </>
  );
}
