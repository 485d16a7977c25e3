import mark from "./art/marquee.svg";

export function Logo() {
  return (
    <span className="logo">
      <img src={mark} alt="" />
      Marquee
    </span>
  );
}
