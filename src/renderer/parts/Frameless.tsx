import type { ReactNode } from "react";

/** A page outside of any Space: four spike marks on a bare stage, a title, a way on. */
export function Frameless({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <main className="bare">
      <div className="empty bare-card">
        <p className="bare-brand">
          <Brand /> Understudy
        </p>
        <h1 className="title">{title}</h1>
        {children}
      </div>
    </main>
  );
}

/** The mark: a lead, and a second inside it. */
export function Brand() {
  return (
    <svg className="brand" viewBox="0 0 20 20" aria-hidden="true">
      <path className="lead" d="M3 2.5v7.25a7 7 0 0 0 14 0V2.5" />
      <path className="second" d="M7.4 2.5v7.25a2.6 2.6 0 0 0 5.2 0V2.5" />
    </svg>
  );
}
