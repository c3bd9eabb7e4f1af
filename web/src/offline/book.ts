/** A solution in one file: the nodes down to some depth, as they are packed into the page. */
import { kindOf } from "../lib/results/action_colours";
import { extended, shortened } from "../lib/results/line";
import { type Averages, type Columns, type Decision, type Kind, type NodeSheet, type Player, type Runouts, type Value } from "../lib/results/sheet";
import { Kept, type Source } from "../lib/results/source";
import { texts } from "../lib/texts";

/** The hands of a player that come to a node. */
export interface BookColumns {
  /** All of them, four letters each. */
  hands: string;
  weight: number[];
  count?: number[];
  equity: Value[];
  ev: Value[];
  made?: number[];
  draw?: number[];
  suit?: number[];
  strategy?: Value[][];
  action_ev?: Value[][];
}

export interface BookNode {
  kind: Kind;
  player: Player | null;
  board: string;
  pot: number;
  stacks: Record<Player, number>;
  actions?: string[];
  frequencies?: Record<string, number>;
  reach?: Record<Player, number>;
  players?: Record<Player, BookColumns>;
  /** Of both ranges, also where a hand is over and their hands are left out. */
  averages: Record<Player, Averages>;
}

export interface Book {
  name: string;
  depth: number;
  /** Of the EVs of hands. */
  digits: number;
  made_names?: string[];
  draw_names?: string[];
  summary: { iterations: number; exploitability: { percent: number } };
  nodes: Record<string, BookNode>;
}

/** The data of a page: base64 of packed JSON. */
export async function unpacked(text: string): Promise<Book> {
  const bytes = Uint8Array.from(atob(text.trim()), (letter) => letter.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  return (await new Response(stream).json()) as Book;
}

export class NotInBook extends Error {}

export class BookSource implements Source {
  private readonly sheets = new Kept<NodeSheet>();
  private readonly runouts = new Kept<Runouts>();

  /** The lines that come after each. */
  private readonly after = new Map<string, string[]>();

  constructor(private readonly book: Book) {
    for (const line of Object.keys(book.nodes)) {
      const before = shortened(line);
      if (before !== null) this.after.set(before, [...(this.after.get(before) ?? []), line]);
    }
  }

  get name(): string {
    return this.book.name;
  }

  node(line: string): Promise<NodeSheet> {
    const node = this.book.nodes[line];
    if (!node) return Promise.reject(new NotInBook(texts.results.file.missing));
    return this.sheets.get(line, () => Promise.resolve(this.sheet(line, node)));
  }

  /** The cards that the book has nodes for, with the means of both ranges after each. */
  cards(line: string): Promise<Runouts> {
    const deal = this.dealAfter(line);
    const node = deal === null ? undefined : this.book.nodes[deal];
    if (deal === null || !node) return Promise.reject(new NotInBook(texts.results.file.missing));
    return this.runouts.get(deal, () => Promise.resolve(this.dealt(deal, node)));
  }

  has(line: string): boolean {
    return Object.hasOwn(this.book.nodes, line);
  }

  hasCards(line: string): boolean {
    return this.dealAfter(line) !== null;
  }

  /** The next deal after checks and calls, if the book has the cards after it. */
  private dealAfter(line: string): string | null {
    const node = this.book.nodes[line];
    if (node?.kind === "deal") return this.after.has(line) ? line : null;
    const step = node?.actions?.find((action) => ["check", "call"].includes(kindOf(action)));
    return step === undefined ? null : this.dealAfter(extended(line, step));
  }

  private dealt(line: string, deal: BookNode): Runouts {
    const runouts = (this.after.get(line) ?? []).map((one) => {
      const sheet = this.sheet(one, this.book.nodes[one] as BookNode);
      const of = (what: "ev" | "equity" | "realised_equity"): Record<Player, Value> => ({
        oop: sheet.players.oop.average[what],
        ip: sheet.players.ip.average[what],
      });
      return {
        card: one.split(" / ").at(-1) ?? "",
        ev: of("ev"),
        equity: of("equity"),
        realised_equity: of("realised_equity"),
        frequencies: sheet.frequencies,
      };
    });
    return { line, pot: deal.pot, runouts, warnings: [] };
  }

  private sheet(line: string, node: BookNode): NodeSheet {
    return {
      line,
      kind: node.kind,
      player: node.player,
      board: node.board,
      pot: node.pot,
      stack: node.stacks[node.player ?? "oop"],
      stacks: node.stacks,
      actions: node.actions ?? [],
      frequencies: node.frequencies ?? {},
      reach: node.reach ?? { oop: 1, ip: 1 },
      regret: null,
      warnings: [],
      locks: [],
      strip: this.strip(line),
      made_names: this.book.made_names ?? [],
      draw_names: this.book.draw_names ?? [],
      players: {
        oop: columnsOf(node.players?.oop, node.pot, node.averages.oop),
        ip: columnsOf(node.players?.ip, node.pot, node.averages.ip),
      },
    };
  }

  private strip(line: string): Decision[] {
    const lines = [line];
    for (let before = shortened(line); before !== null; before = shortened(before)) lines.unshift(before);
    return lines.flatMap((one, place) => {
      const node = this.book.nodes[one];
      if (!node) return [];
      const after = lines[place + 1];
      const taken = after === undefined ? null : after.slice(one ? extended(one, "").length : 0).trim();
      return [
        {
          line: one,
          kind: node.kind,
          player: node.player,
          board: node.board,
          pot: node.pot,
          stacks: node.stacks,
          actions: node.actions ?? [],
          frequencies: node.frequencies ?? {},
          taken,
        },
      ];
    });
  }
}

function columnsOf(given: BookColumns | undefined, pot: number, average: Averages): Columns {
  const hands = given?.hands.match(/.{4}/g) ?? [];
  const none = hands.map(() => 0);
  const equity = given?.equity ?? [];
  const ev = given?.ev ?? [];
  const count = given?.count ?? given?.weight ?? [];
  const eqr = ev.map((value, row) => {
    const share = equity[row] ?? null;
    return value === null || share === null || share <= 1e-4 ? null : value / (pot * share);
  });
  return {
    average,
    hands,
    weight: given?.weight ?? [],
    count,
    equity,
    realised_equity: hands.map(() => null),
    ev,
    eqr,
    made: given?.made ?? none,
    draw: given?.draw ?? none,
    suit: given?.suit ?? none,
    ...(given?.strategy ? { strategy: given.strategy } : {}),
    ...(given?.action_ev ? { action_ev: given.action_ev } : {}),
  };
}
