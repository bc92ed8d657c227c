/**
 * The series store and the journal inside SQLite (guide: dependencies.md, "Series store").
 *
 * - `journal`: a row per batch of messages; `id` is the position of its first message, `bytes_before` counts all bytes
 *   ever journalled before it, so that the journal's size is known from its first and last row.
 * - `progress`: row 0 is a checkpoint of what is not done, the rows after it are what was done since.
 * - `hot`: what happened to open heads, in order (see sqlite/points-batch.ts).
 * - `latest`: latest values; behind `hot` by what the main thread still holds, and caught up at every start.
 * - `chunk` is the header, `body` the points. `seq` orders chunks by age: of two points of one time the higher wins.
 *   `expires_last` is null when a point of the chunk never expires.
 */

export const name = '0002-series'

export const up: readonly string[] = [
  `create table journal (id integer primary key, at integer not null, count integer not null,
     bytes_before integer not null, batch blob not null)`,
  `create table progress (id integer primary key, batch blob not null)`,
  `create table hot (id integer primary key, batch blob not null)`,
  `create table series (id integer primary key, tenant text not null, entity text not null, key text not null,
     unique (entity, key))`,
  `create table latest (series integer primary key, ts real not null, type integer not null, value)`,
  `create table chunk (series integer not null, t0 real not null, seq integer not null, t1 real not null,
     n integer not null, stats integer not null, min real not null, max real not null, sum real not null,
     expires_first real, expires_last real, body integer not null, primary key (series, t0, seq)) without rowid`,
  `create index chunk_by_expiry on chunk (expires_last) where expires_last is not null`,
  `create table body (id integer primary key, encoding integer not null, bytes blob not null)`,
]
