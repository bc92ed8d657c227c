/**
 * Checks the places of SQL in the server: only `storage` and stores (`*-store.ts`) may contain SQL. Names that are
 * specific to SQLite may occur only in `storage/sqlite` and in the tables; SQL that differs between databases is a
 * member of `storage/dialect.ts`.
 */

import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { root } from './prepare.mjs'

/**
 * SQLite-specific functions, hidden columns and statements. `lower` is included because other databases fold by locale.
 */
const names = [
  String.raw`json\w*\(`,
  String.raw`(?:lower|upper|iif|ifnull|instr|typeof|printf|format|unicode|char|hex|quote|randomblob|zeroblob)\(`,
  String.raw`(?:total|group_concat|likely|unlikely|likelihood|glob|strftime|julianday|unixepoch|datetime)\(`,
  String.raw`(?:changes|last_insert_rowid|sqlite_\w+)\(`,
  String.raw`(?:_?rowid_?|oid)\b`,
  String.raw`(?:pragma|vacuum|attach|reindex|dbstat|sqlite_schema)\b`,
  String.raw`(?:insert or|indexed by|cross join|collate nocase|glob)\s`,
]
const sqliteName = new RegExp(String.raw`(?<![\w.$\x60'"])(?:${names.join('|')})`, 'i')

/**
 * Template literals with SQL, and columns named in text. `${…}` is left out, except for nested templates, which are
 * checked separately.
 */
function* sqlOf(text) {
  for (const { index } of text.matchAll(/\bsql(?:<[^`\n]*>)?`/g)) {
    let at = text.indexOf('`', index) + 1
    let words = ''
    for (; at < text.length && text[at] !== '`'; at++) {
      if (text[at] === '\\') at++
      else if (text[at] !== '$' || text[at + 1] !== '{') words += text[at]
      else {
        at = endOfHole(text, at + 2)
        words += ' ? '
      }
    }
    yield { words, line: text.slice(0, index).split('\n').length }
  }
  for (const { 1: words, index } of text.matchAll(/(?:sql\.(?:raw|ref)\('|'(?=_?rowid_?'))([^']*)'/g)) {
    yield { words, line: text.slice(0, index).split('\n').length }
  }
}

/** Position of the closing brace, skipping nested templates. */
function endOfHole(text, from) {
  let at = from
  for (let depth = 1; depth > 0; at++) {
    if (text[at] === '{') depth++
    else if (text[at] === '}') depth--
    else if (text[at] === '`') at = endOfTemplate(text, at + 1)
  }
  return at - 1
}

function endOfTemplate(text, from) {
  let at = from
  for (; text[at] !== '`'; at++) {
    if (text[at] === '\\') at++
    else if (text[at] === '$' && text[at + 1] === '{') at = endOfHole(text, at + 2)
  }
  return at
}

/** First SQLite-specific name in each piece of SQL, with its line. */
function sqliteNames(text) {
  const found = []
  for (const { words, line } of sqlOf(text)) {
    const [name] = sqliteName.exec(words) ?? []
    if (name) found.push({ name: name.trim(), line })
  }
  return found
}

/** Files with SQL that aren't stores, with the reason. */
const exceptions = {
  'assignables/assignable-rows.ts': 'what the stores of devices, assets, entity views and edges share',
  'entity-query/entity-list.ts': 'the list that the stores of entities share',
  'entity-query/entity-selection.ts': 'conditions of an entity filter, for entity-query-store.ts',
  'entity-query/entity-tables.ts': 'columns of entity types, for the stores of rooms that name entities',
  'entity-query/title-search.ts': 'the search that the stores of customers, dashboards and users share',
}

const anySql =
  /\.(?:selectFrom|insertInto|updateTable|deleteFrom|replaceInto)\(|\bsql(?:<[^`\n]*>)?`|\bsql\.(?:ref|table|lit|join|raw)\(/

/** Reports files with misplaced SQL, and exceptions that no longer contain any. */
function misplaced(name, text) {
  if (/-store\.ts$/.test(name) || name.startsWith('storage/')) return null
  const hasSql = anySql.test(text)
  if (hasSql && !(name in exceptions)) return 'has SQL: put it into a store of its room, *-store.ts'
  return !hasSql && name in exceptions ? 'has no SQL any more: take it from the exceptions' : null
}

function check() {
  const base = join(root, 'packages/server/src')
  const sources = readdirSync(base, { recursive: true })
    .filter((name) => /\.ts$/.test(name) && !/(\.test|testing(-[a-z-]+)?)\.ts$/.test(name))
    .filter((name) => !/^storage\/(sqlite|tables)\//.test(name))
  let count = 0
  for (const name of sources) {
    const text = readFileSync(join(base, name), 'utf8')
    const fault = misplaced(name, text)
    if (fault) {
      count++
      process.stdout.write(`${relative(root, join(base, name))} ${fault}\n`)
    }
    for (const { name: sqlName, line } of sqliteNames(text)) {
      count++
      process.stdout.write(`${relative(root, join(base, name))}:${line} names ${sqlName} of SQLite\n`)
    }
  }
  process.stdout.write(`misplaced SQL: ${count}\n`)
  if (count > 0) process.exitCode = 1
}

check()
