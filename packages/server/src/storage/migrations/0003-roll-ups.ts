/**
 * Roll-ups of series, and finding chunks without going through all older ones.
 *
 * - `roll_up`: buckets of `level` ms from `t0` to before `t1` as one body (encoding 2); together they say what the
 *   chunks hold there. Between `stale_from` and `stale_to`, both inclusive, they no longer do: a chunk has changed.
 * - `chunk.size` is the length of its body; 0: unknown.
 * - `chunk_wide`: chunks of more than a day. All others that reach into a range begin at most a day before it.
 */

export const name = '0003-roll-ups'

export const up: readonly string[] = [
  `create table roll_up (series integer not null, level integer not null, t0 real not null, t1 real not null,
     stale_from real, stale_to real, body integer not null, primary key (series, level, t0)) without rowid`,
  `alter table chunk add column size integer not null default 0`,
  `create index chunk_wide on chunk (series, t0) where t1 - t0 > 86400000`,
]
