import type { ReactNode } from "react";
import { useHere } from "../../page/use-here.ts";
import { type Crumb, PageHead } from "../../parts/PageHead.tsx";
import { Empty } from "../../parts/PageState.tsx";
import { ReadOnly } from "../../parts/ReadOnly.tsx";
import type { Making } from "../collections-state.ts";
import { useCollectionsState } from "../use-collections.ts";

interface ListPageProps {
  readonly title: string;
  readonly crumbs?: readonly Crumb[];
  /** What one of them is called, such as "Collection". */
  readonly noun: string;
  /** What is made where another one is wanted. */
  readonly making: Making;
  readonly isEmpty: boolean;
  /** What one is, for those who have none yet. */
  readonly about: string;
  /** The table of all of them. */
  readonly children: ReactNode;
}

/** All of one noun; without one, what one is and the way to make it. */
export function ListPage({ title, crumbs, noun, making, isEmpty, about, children }: ListPageProps) {
  const { canEdit } = useHere();
  const { store } = useCollectionsState();
  const button = (
    <button type="button" className="btn btn-primary" onClick={() => store.setState({ making })}>
      New {noun}
    </button>
  );
  return (
    <div className="stage-col ruled">
      <PageHead title={title} {...(crumbs && { crumbs })}>
        {canEdit && !isEmpty && button}
      </PageHead>
      <ReadOnly />
      <div className="scroll">
        {isEmpty ? (
          <div className="inset page-empty">
            <Empty title={`No ${noun} yet`} action={canEdit ? button : undefined}>
              {about}
            </Empty>
          </div>
        ) : (
          children
        )}
      </div>
    </div>
  );
}
