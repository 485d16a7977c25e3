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
/** What is in none runs once, when its module is loaded, whichever test comes by first. */
const functions = ["ArrowFunctionExpression", "FunctionDeclaration", "FunctionExpression"];

/**
 * A source that says when it comes by the place of a fault: the smallest expression around it becomes
 * `(globalThis.reached?.(NUMBER), EXPRESSION)`.
 *
 * @param {{ path: string, number: number, line: number, before: string, after: string }} fault
 * @param {string} source
 * @returns {string | null} null where a mark tells nothing: in a type, at the head of a loop, outside of functions
 */
export function marked({ path, number, line, before, after }, source) {
  const above = source.split("\n").slice(0, line - 1);
  const start = above.reduce((sum, text) => sum + text.length + 1, 0);
  const at = start + [...before].findIndex((char, n) => char !== after[n]);
  const all = [];
  const keep = (node) => void (node.start <= at && at < node.end && all.push(node));
  const { program } = parseSync(path, source);
  const looked = [...kinds, ...functions, "TSLiteralType"];
  new Visitor(Object.fromEntries(looked.map((kind) => [kind, keep]))).visit(program);
  const has = (...some) => all.some(({ type }) => some.includes(type));
  const around = all.filter(({ type }) => kinds.includes(type));
  const [smallest, next] = around.sort((a, b) => a.end - a.start - (b.end - b.start));
  if (smallest === undefined || has("TSLiteralType") || !has(...functions)) return null;
  // `a?.b(c).d` is one expression: brackets in its middle would change it. What is in its own brackets, `c`, is another.
  const chain = around.find(({ type }) => type === "ChainExpression");
  const inChain = smallest.type === "CallExpression" && smallest.start === chain?.start;
  const tagged = next?.type === "TaggedTemplateExpression" && next.quasi.start === smallest.start;
  const { start: from, end: to } = inChain ? chain : tagged ? next : smallest;
  return `${source.slice(0, from)}(globalThis.reached?.(${number}), ${source.slice(from, to)})${source.slice(to)}`;
}
