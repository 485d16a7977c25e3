/** The oldest Node.js that Understudy runs on; the same as `engines` in package.json. */
const OLDEST = [20, 19];

/** What is wrong with this version of Node.js, in words for the person who ran it, or null when it will do. */
export function nodeProblem(version) {
  const [major, minor] = version.split(".").map(Number);
  const fits = major > OLDEST[0] || (major === OLDEST[0] && minor >= OLDEST[1]);
  return fits ? null : `Understudy needs Node.js ${OLDEST.join(".")} or newer; this is ${version}.`;
}
