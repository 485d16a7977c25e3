import { createContext } from "react";
import type { TypedPlace } from "./typed-texts.ts";

/** Where the fields below stand; null where what is typed in them is kept nowhere, as in a popover. */
export const TypedPlaceContext = createContext<TypedPlace | null>(null);
