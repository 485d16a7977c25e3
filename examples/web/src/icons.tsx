const paths = {
  play: "M7 4.2v15.6a.8.8 0 0 0 1.2.7l12.4-7.8a.8.8 0 0 0 0-1.4L8.2 3.5a.8.8 0 0 0-1.2.7z",
  skip: "M4 5.2v13.6a.7.7 0 0 0 1.1.6L14 13v5.8a.7.7 0 0 0 1.1.6l1.4-1V5.6l-1.4-1a.7.7 0 0 0-1.1.6V11L5.1 4.6A.7.7 0 0 0 4 5.2zM18.5 4.5h2v15h-2z",
} as const;
const lines = {
  plus: ["M12 5v14M5 12h14", 2.2],
  back: ["M15 5l-7 7 7 7", 2.2],
  tick: ["M5 12.5l4.5 4.5L19 7.5", 3],
  home: ["M4 11l8-7 8 7v9h-5v-6H9v6H4z", 1.8],
  films: ["M4 5h16v14H4zM8 5v14M16 5v14M4 12h16", 1.8],
  list: ["M6 4h12v16l-6-4-6 4z", 1.8],
} as const;

export function Icon({ name }: { readonly name: keyof typeof paths | keyof typeof lines }) {
  if (name in paths)
    return (
      <svg className="ico" viewBox="0 0 24 24" aria-hidden="true">
        <path d={paths[name as keyof typeof paths]} fill="currentColor" />
      </svg>
    );
  const [d, width] = lines[name as keyof typeof lines];
  return (
    <svg
      className="ico"
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth={width}
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <path d={d} />
    </svg>
  );
}
