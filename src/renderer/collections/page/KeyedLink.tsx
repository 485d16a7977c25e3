import type { ReactNode } from "react";
import { Link } from "wouter";

interface KeyedLinkProps {
  readonly href: string;
  readonly of: { readonly name: string; readonly key: string };
  readonly nested?: boolean;
  /** An icon before its name. */
  readonly children?: ReactNode;
}

/** The first cell of a row: what a thing is called, what code calls it, and the way to it. */
export function KeyedLink({ href, of, nested = false, children }: KeyedLinkProps) {
  return (
    <Link className={nested ? "row-link is-nested" : "row-link"} href={href}>
      {children}
      <span className="truncate strong">{of.name}</span>
      <span className="mono small muted truncate">{of.key}</span>
    </Link>
  );
}
