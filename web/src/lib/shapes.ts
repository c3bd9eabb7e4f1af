/** Names for what the server is sent and sends back, as its description has them. */
import type { components } from "./schema";

export type Shapes = components["schemas"];
