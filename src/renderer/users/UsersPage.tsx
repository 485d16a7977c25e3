import { PageHead } from "../parts/PageHead.tsx";

/** Users. */
export function UsersPage() {
  return (
    <div className="stage-col ruled">
      <PageHead title="Users" />
    </div>
  );
}
