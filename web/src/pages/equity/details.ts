/** What the server says of one player's equity in detail. */
import type { Shapes } from "../../lib/shapes";

export type HandRow = Shapes["HandShape"];
export type MadeRow = Shapes["GroupShape"];
