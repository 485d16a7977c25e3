/** A page whose code or first data is on its way: its title, and rows that wait. */
export function PageSkeleton({ title, rows = 6 }: { readonly title: string; readonly rows?: number }) {
  return (
    <div className="stage-col ruled" aria-busy="true">
      <div className="page-head">
        <h1 className="title">{title}</h1>
      </div>
      <div className="inset skeleton-page">
        {Array.from({ length: rows }, (_, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: rows of a skeleton are their places.
          <span key={i} className="skeleton" style={{ width: `${62 - ((i * 17) % 30)}%` }} />
        ))}
      </div>
    </div>
  );
}
