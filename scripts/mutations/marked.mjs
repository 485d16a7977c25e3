import { parseSync, Visitor } from "vite";

/** What can stand in brackets, behind a mark, and means the same there. */
const kinds = [
  "AwaitExpression",
  "BinaryExpression",
  "CallExpression",
  "ChainExpression",
  "Literal",
  "LogicalExpression",
  "TaggedTemplateExpression",
  "TemplateLiteral",
  "UnaryExpression",
];

/**
 * A source that says when it comes by the place of a fault: the smallest expression around it becomes
 * `(globalThis.reached?.(NUMBER), EXPRESSION)`.
 *
 * @param {{ path: string, number: number, line: number, before: string, after: string }} fault
 * @param {string} source
 * @returns {string | null} null where the place is in no expression: in a type, or at the head of a loop
 */
export function marked({ path, number, line, before, after }, source) {
  const start =
    source
      .split("\n")
      .slice(0, line - 1)
      .join("\n").length + (line > 1 ? 1 : 0);
  const at = start + [...before].findIndex((char, n) => char !== after[n]);
  const around = [];
  const keep = (node) => void (node.start <= at && at < node.end && around.push(node));
  const { program } = parseSync(path, source);
  new Visitor(Object.fromEntries([...kinds, "TSLiteralType"].map((kind) => [kind, keep]))).visit(program);
  const [smallest, next] = around.sort((a, b) => a.end - a.start - (b.end - b.start));
  if (smallest === undefined || around.some(({ type }) => type === "TSLiteralType")) return null;
  // `a?.b(c).d` is one expression: brackets in its middle would change it. What is in its own brackets, `c`, is another.
  const chain = around.find(({ type }) => type === "ChainExpression");
  const inChain = smallest.type === "CallExpression" && smallest.start === chain?.start;
  const tagged = next?.type === "TaggedTemplateExpression" && next.quasi.start === smallest.start;
  const { start: from, end: to } = inChain ? chain : tagged ? next : smallest;
  return `${source.slice(0, from)}(globalThis.reached?.(${number}), ${source.slice(from, to)})${source.slice(to)}`;
}
