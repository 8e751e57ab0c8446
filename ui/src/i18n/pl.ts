import type { Catalogue } from "./catalogue";
import { en } from "./en";
export const catalogue = en as unknown as Catalogue<"pl">;
