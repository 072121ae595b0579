/*
 * A whole event through the API, as event.py plays it, and what another program reads of one.
 *
 *     npx openapi-typescript http://localhost:8000/api/v1/openapi.json -o hakem.d.ts
 *     HAKEM=http://localhost:8000 TOKEN=hakem_… node event.ts play [PLAYERS [ROUNDS]]
 *     HAKEM=http://localhost:8000 node event.ts read TOURNAMENT
 *
 * The types come from the document: addresses, bodies and answers that do not fit are refused by
 * tsc. Node 24 runs the file as it is.
 */

import { writeFileSync } from "node:fs";
import type { components, paths } from "./hakem.d.ts";

const SITE = (process.env.HAKEM ?? "http://localhost:8000").replace(/\/$/, "");
const TOKEN = process.env.TOKEN ?? "";

// --- How a program speaks with the API ------------------------------------------------------------

type Problem = components["schemas"]["Problem"];
type Method = "get" | "post" | "put" | "patch" | "delete";
type Json<T> = T extends { content: { "application/json": infer J } } ? J : undefined;
type Answers<R> = { [S in Extract<keyof R, 200 | 201 | 202>]: Json<R[S]> };
type Operation<P extends keyof paths, M extends Method> = paths[P][M];
type Told<P extends keyof paths, M extends Method> =
  Operation<P, M> extends { responses: infer R } ? Answers<R>[keyof Answers<R>] : never;
/** Of the two shapes of an answer the one without `fields` has something that must be there. */
type Whole<T> = T extends object ? ({} extends T ? never : T) : T;
type Part<T> = T extends object ? ({} extends T ? T : never) : never;
type Answer<P extends keyof paths, M extends Method> = Whole<Told<P, M>>;
type Body<P extends keyof paths, M extends Method> =
  Operation<P, M> extends { requestBody: infer B }
    ? Json<B>
    : Operation<P, M> extends { requestBody?: infer B }
      ? Json<NonNullable<B>>
      : undefined;
type Place<P extends keyof paths, M extends Method> =
  Operation<P, M> extends { parameters: { path: infer A } } ? A : Record<string, never>;
type Query<P extends keyof paths, M extends Method> =
  Operation<P, M> extends { parameters: { query?: infer Q } } ? Q : never;

interface Asked<P extends keyof paths, M extends Method> {
  at?: Place<P, M>;
  query?: Query<P, M>;
  body?: Body<P, M>;
  key?: string;
}

/** An answer with a problem (RFC 9457): its code, its sentence, its field. */
class Refused extends Error {
  readonly problem: Problem;

  constructor(status: number, problem: Problem) {
    super(`${status} ${problem.title}: ${problem.detail}`);
    this.problem = problem;
  }
}

/** One request. With `key` it is done once, however often it is sent. */
async function send<P extends keyof paths, M extends Method>(
  method: M,
  path: P,
  { at, query, body, key }: Asked<P, M> = {},
): Promise<Answer<P, M>> {
  const places = new Map(Object.entries(at ?? {}));
  const address = path.replace(/\{(\w+)\}/g, (_all, name: string) => String(places.get(name)));
  const asked = new URLSearchParams(Object.entries(query ?? {}).map(([n, v]) => [n, String(v)]));
  const answer = await fetch(`${SITE}${address}?${asked}`, {
    method: method.toUpperCase(),
    headers: {
      "Content-Type": "application/json",
      ...(TOKEN && { Authorization: `Bearer ${TOKEN}` }),
      ...(key && { "Idempotency-Key": key }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  if (answer.status === 429) {
    const seconds = Number(answer.headers.get("Retry-After") ?? "1");
    await new Promise((resolve) => setTimeout(resolve, seconds * 1000));
    return send(method, path, { at, query, body, key } as Asked<P, M>);
  }
  const text = await answer.text();
  if (!answer.ok) throw new Refused(answer.status, JSON.parse(text) as Problem);
  return (text ? JSON.parse(text) : undefined) as Answer<P, M>;
}

/** Only the fields that are named; of the others none is there. */
async function some<P extends keyof paths>(
  path: P,
  at: Place<P, "get">,
  fields: string,
): Promise<Part<Told<P, "get">>> {
  const found: unknown = await send("get", path, { at, query: { fields } as Query<P, "get"> });
  return found as Part<Told<P, "get">>;
}

/** The whole answer, saying yes to what is asked first. The questions are printed. */
async function confirm<P extends keyof paths, M extends Method>(
  method: M,
  path: P,
  asked: Asked<P, M> = {},
): Promise<Answer<P, M>> {
  let confirmed: string | undefined;
  for (;;) {
    try {
      const body: unknown = { ...(asked.body ?? {}), ...(confirmed && { confirmed }) };
      return await send(method, path, { ...asked, body: body as Body<P, M> });
    } catch (error) {
      if (!(error instanceof Refused) || error.problem.code !== "needs_confirmation") throw error;
      console.log("  asked:", error.problem.detail);
      confirmed = error.problem.confirmed;
    }
  }
}

/** All players, page by page. */
async function everybody(id: number): Promise<components["schemas"]["Player"][]> {
  const found = [];
  let cursor: string | undefined;
  do {
    const query = { limit: 100, ...(cursor && { cursor }) };
    const page = await send("get", "/api/v1/tournaments/{id}/players/", { at: { id }, query });
    found.push(...page.results);
    cursor = page.next ? (new URL(page.next).searchParams.get("cursor") ?? undefined) : undefined;
  } while (cursor);
  return found;
}

/** Work in the background, until it is done. */
async function waitFor(job: { id: number; status: string; error: string }): Promise<void> {
  while (job.status === "waiting" || job.status === "running") {
    await new Promise((resolve) => setTimeout(resolve, 200));
    job = await send("get", "/api/v1/jobs/{id}/", { at: { id: job.id } });
  }
  if (job.status !== "done") throw new Error(`${job.status}: ${job.error}`);
}

// --- The event ------------------------------------------------------------------------------------

/** The favourite wins, but every third game is drawn. */
function result(board: components["schemas"]["Board"]): "==" | "10" | "01" {
  if ((board.board + board.round) % 3 === 0) return "==";
  return board.white.rating >= board.black.rating ? "10" : "01";
}

async function play(count: number, rounds: number): Promise<void> {
  const event = await send("post", "/api/v1/events/", {
    body: { name: `Open ${count}`, starts_on: "2026-05-01", ends_on: "2026-05-09", city: "Bursa" },
  });
  const tournament = await send("post", "/api/v1/events/{slug}/tournaments/", {
    at: { slug: event.slug },
    body: { name: "A", system: "fide2026.dutch", total_rounds: rounds, tie_breaks: ["BH", "SB"] },
  });
  const id = tournament.id;
  const players = Array.from({ length: count }, (_none, place) => ({
    name: `Player, Number ${place + 1}`,
    fide_rating: Math.max(2500 - 7 * place, 1400),
    federation: "TUR",
  }));
  await send("post", "/api/v1/tournaments/{id}/players/many/", { at: { id }, body: { players } });
  console.log(`tournament ${id}: ${tournament.format.name}, ${count} players`);
  for (let number = 1; number <= rounds; number++) {
    const at = { id, number };
    await waitFor(await confirm("post", "/api/v1/tournaments/{id}/rounds/{number}/pair/", { at }));
    await confirm("post", "/api/v1/tournaments/{id}/rounds/{number}/publish/", { at });
    const round = await send("get", "/api/v1/tournaments/{id}/rounds/{number}/", { at });
    for (const board of round.boards) {
      await send("put", "/api/v1/boards/{id}/result/", {
        at: { id: board.id },
        body: { result: result(board), version: board.version },
        key: `${id}-${number}-${board.board}`,
      });
    }
    await send("post", "/api/v1/tournaments/{id}/rounds/{number}/finish/", { at });
  }
  await confirm("post", "/api/v1/tournaments/{id}/finish/", { at: { id } });
  const report = await send("get", "/api/v1/tournaments/{id}/files/{file}/", {
    at: { id, file: "trf26" },
  });
  writeFileSync("final.trf", Buffer.from(report.content, "base64"));
  await read(id);
}

/** What everybody may read: players, games, standings. */
async function read(id: number): Promise<void> {
  const tournament = await send("get", "/api/v1/tournaments/{id}/", { at: { id } });
  const players = await everybody(id);
  let games = 0;
  for (let number = 1; number <= tournament.total_rounds; number++) {
    const at = { id, number };
    const path = "/api/v1/tournaments/{id}/rounds/{number}/";
    const round = await some(path, at, "boards.result");
    games += (round.boards ?? []).filter((board) => board.result).length;
  }
  const table = await send("get", "/api/v1/tournaments/{id}/standings/", { at: { id } });
  console.log(`${tournament.event.name}: ${players.length} players, ${games} games`);
  console.log(table.final ? "final standings" : `standings after round ${table.after}`);
  for (const row of table.rows) {
    console.log(row.rank, row.player.name, row.points, ...row.tie_breaks);
  }
}

const [what = "play", ...numbers] = process.argv.slice(2);
if (what === "read") await read(Number(numbers[0]));
else await play(Number(numbers[0] ?? 200), Number(numbers[1] ?? 9));
