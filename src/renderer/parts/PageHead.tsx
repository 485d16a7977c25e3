import { Fragment, type ReactNode } from "react";
import { Link } from "wouter";
import { usePageTitle } from "../page/use-page-title.ts";
import { quotedIfBlank } from "../text/format.ts";

/** One step above what is on screen. */
export interface Crumb {
  readonly name: string;
  readonly href: string;
}

interface PageHeadProps {
  readonly title: string;
  readonly crumbs?: readonly Crumb[];
  /** A key in mono, or a sentence, right behind the title. */
  readonly about?: ReactNode;
  /** What can be done here, at the end of the line. */
  readonly children?: ReactNode;
}

/** The head of a page: where it is, its one title, and its actions. */
export function PageHead({ title: name, crumbs = [], about, children }: PageHeadProps) {
  const title = quotedIfBlank(name);
  usePageTitle(title, ...crumbs.map(({ name }) => name).toReversed());
  return (
    <div className="page-head">
      {crumbs.length > 0 && (
        <nav aria-label="Breadcrumb" className="crumbs">
          {crumbs.map(({ name, href }) => (
            <Fragment key={href}>
              <Link className="crumb truncate" href={href}>
                {name}
              </Link>
              <span className="crumb-slash" aria-hidden="true">
                /
              </span>
            </Fragment>
          ))}
        </nav>
      )}
      {/* What was just made gets the focus at its heading. */}
      <h1 className="title truncate" tabIndex={-1}>
        {title}
      </h1>
      {about}
      <span className="spacer" />
      {children !== undefined && <div className="btn-row">{children}</div>}
    </div>
  );
}
