import type { ReactNode } from "react";
import { Brand } from "./Brand.tsx";

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
