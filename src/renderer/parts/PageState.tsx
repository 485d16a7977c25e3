import type { ReactNode } from "react";
import { Failed, type FailedProps } from "./Failed.tsx";
import { type Crumb, PageHead } from "./PageHead.tsx";

interface PageStateProps {
  /** The page's title. */
  readonly page: string;
  readonly crumbs?: readonly Crumb[];
  readonly children: ReactNode;
}

/** A page that has nothing to show but why: it is not there, or not any more. */
export const PageState = ({ page, crumbs, children }: PageStateProps) => (
  <div className="stage-col ruled">
    <PageHead title={page} {...(crumbs && { crumbs })} />
    <div className="inset page-empty">{children}</div>
  </div>
);

/** A page that could not be loaded: why, and the way to try again. */
export const PageFailed = ({ page, ...failed }: FailedProps & { readonly page: string }) => (
  <PageState page={page}>
    <Failed {...failed} />
  </PageState>
);
