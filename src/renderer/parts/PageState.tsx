import type { ReactNode } from "react";
import { Link } from "wouter";
import type { Way } from "../stores/toasts-store.ts";
import { Button } from "./Button.tsx";
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
    <div className="scroll inset page-empty">{children}</div>
  </div>
);

/** What stands in for a page's content where there is none. */
const placed = (page: boolean, state: ReactNode) =>
  page ? <div className="inset page-empty">{state}</div> : state;

interface PageWaitsProps extends Omit<FailedProps, "page" | "reason"> {
  readonly page: string;
  /** Why it could not be loaded; null while it is on its way. */
  readonly problem: string | null;
}

/** A page whose data is on its way, or could not be loaded: why, and the way to try again. */
export const PageWaits = ({ page, problem, ...failed }: PageWaitsProps) =>
  problem === null ? (
    <PageSkeleton title={page} />
  ) : (
    <PageState page={page}>
      <Failed {...failed} reason={problem} />
    </PageState>
  );

interface EmptyProps {
  /** Whether it stands in for a page's whole content. */
  readonly page?: boolean;
  /** What is not there: "No Tribe yet". */
  readonly title: string;
  /** One sentence that teaches. */
  readonly children: ReactNode;
  /** The one way on. */
  readonly action?: ReactNode;
  /** The same where it is another page. */
  readonly way?: Way;
}

/** An empty state: four spike marks, one sentence, one action. */
export const Empty = ({ page = false, title, children, action, way }: EmptyProps) =>
  placed(
    page,
    <div className="empty">
      <h2 className="heading">{title}</h2>
      <p className="text-2">{children}</p>
      {action}
      {way !== undefined && (
        <Link className="btn btn-primary" href={way.href}>
          {way.words}
        </Link>
      )}
    </div>,
  );

interface FailedProps {
  /** Whether it stands in for a page's whole content. */
  readonly page?: boolean;
  /** What could not be shown: "The Tribes could not be loaded". */
  readonly title: string;
  readonly reason: string;
  readonly onRetry: () => void;
}

/** Something could not be loaded: why, and the way to try again. */
export const Failed = ({ page = false, title, reason, onRetry }: FailedProps) =>
  placed(
    page,
    <div className="empty" role="alert">
      <h2 className="heading">{title}</h2>
      <p className="text-2">{reason}</p>
      <Button small onClick={onRetry}>
        Try again
      </Button>
    </div>,
  );

/** A page whose code or first data is on its way: its title, and rows that wait. */
export function PageSkeleton({ title }: { readonly title: string }) {
  return (
    <div className="stage-col ruled" aria-busy="true">
      <div className="page-head">
        <h1 className="title">{title}</h1>
      </div>
      <SkeletonRows rows={6} />
    </div>
  );
}

/** Rows that wait. */
export const SkeletonRows = ({ rows }: { readonly rows: number }) => (
  <div className="inset skeleton-page" aria-busy="true">
    <span className="sr" role="status">
      Loading…
    </span>
    {Array.from({ length: rows }, (_, i) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: rows of a skeleton are their places.
      <span key={i} className="skeleton" style={{ width: `${62 - ((i * 17) % 30)}%` }} />
    ))}
  </div>
);
