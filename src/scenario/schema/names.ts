/** Names as users give them. They end up in tables, CSV columns and metric keys, so they stay on one line. */
import { z } from "zod";

const ALLOWED = "expected a name: text on one line, without spaces at its ends";

export const name = z
  .string({ error: ALLOWED })
  .min(1, ALLOWED)
  .max(200, "a name of at most 200 characters")
  .refine((text) => text.trim() === text && !CONTROL.test(text), { error: ALLOWED });

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const CONTROL = /[\u0000-\u001f\u007f]/;
