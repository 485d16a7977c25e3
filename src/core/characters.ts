import { z } from "zod";

/** How many characters a text has, as every schema counts them: one that UTF-16 writes as two units is one. */
export const characters = (text: string): number => z.core.util.codePointLength(text);
