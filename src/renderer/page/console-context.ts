import { createContext, useContext } from "react";
import type { Console } from "../app/create-console.ts";

export type { Console };

export const ConsoleContext = createContext<Console | null>(null);

/** The console that this page belongs to. */
export function useConsole(): Console {
  const found = useContext(ConsoleContext);
  if (found === null) throw new Error("useConsole outside of the console");
  return found;
}
