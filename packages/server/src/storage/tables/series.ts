/**
 * The series store and the journal.
 *
 * - `journal`: one row per batch of messages. `id` is the position of its first message; `bytes_before` counts all
 *   bytes ever journaled before it, so that the first and last row yield the journal's size.
 * - `progress`: row 0 is a checkpoint of the positions that aren't done; the rows after it list positions done since.
 * - `hot`: changes of open heads, in order (see `series/points-batch.ts`).
 * - `series_count`: number of telemetry keys per tenant, of all its entities.
 * - `latest`: latest values. It is behind `hot` by the values that are pending on the main thread; every start
 *   completes it.
 * - `chunk` is the header, `body` the points. `seq` orders chunks by age: among points at the same time, the one with
 *   the higher `seq` wins. `expires_last` is null when a point of the chunk never expires; `size` is the length of its
 *   body, or more for long texts.
 * - `chunk_wide`: chunks that span more than a day. All others that overlap a range begin at most a day before it.
 * - `body.crc` is the CRC-32 of its bytes, so that a check finds damage that headers don't show.
 * - `roll_up`: buckets of `level` ms from `t0` to before `t1` as one body (encoding 2), which match the contents of the
 *   chunks there. Between `stale_from` and `stale_to`, both inclusive, they don't, because a chunk has changed.
 */

export const series: readonly string[] = [
  `create table journal (id integer primary key, at integer not null, count integer not null,
     bytes_before integer not null, batch blob not null)`,
  `create table progress (id integer primary key, batch blob not null)`,
  `create table hot (id integer primary key, batch blob not null)`,
  `create table series (id integer primary key, tenant text not null, entity text not null, key text not null,
     unique (entity, key))`,
  `create table series_count (tenant text primary key, count integer not null) without rowid`,
  `create table latest (series integer primary key, ts real not null, type integer not null, value)`,
  `create table chunk (series integer not null, t0 real not null, seq integer not null, t1 real not null,
     n integer not null, stats integer not null, min real not null, max real not null, sum real not null,
     expires_first real, expires_last real, body integer not null, size integer not null,
     primary key (series, t0, seq)) without rowid`,
  `create index chunk_by_expiry on chunk (expires_last) where expires_last is not null`,
  `create index chunk_wide on chunk (series, t0) where t1 - t0 > 86400000`,
  `create table body (id integer primary key, encoding integer not null, bytes blob not null, crc integer not null)`,
  `create table roll_up (series integer not null, level integer not null, t0 real not null, t1 real not null,
     stale_from real, stale_to real, body integer not null, primary key (series, level, t0)) without rowid`,
]
