import assert from 'node:assert/strict'
import { DatabaseSync } from 'node:sqlite'
import { test } from 'node:test'
import { encodeMessages } from '../../messages/message-codec.ts'
import { journalMessage } from '../testing.ts'
import { createJournalTable, readUndone } from './journal-table.ts'
import { migrate } from './migrate.ts'
import { encodeDone } from './progress.ts'

function openJournal() {
  const database = new DatabaseSync(':memory:')
  migrate(database, ':memory:')
  const limits = { journalHours: 24, journalBytes: 1e9 }
  return { database, journal: createJournalTable(database, limits), again: () => createJournalTable(database, limits) }
}

test('only rows that hold a message which is not done are read', (t) => {
  const { database, journal, again } = openJournal()
  t.after(() => database.close())
  for (let row = 0; row < 100; row++) {
    journal.append(encodeMessages(Array.from({ length: 10 }, (_, i) => journalMessage(`${row * 10 + i + 1}`))), 10, 0)
  }
  const left = [3, 501, 502, 510, 1000]
  journal.done(encodeDone(Array.from({ length: 1000 }, (_, i) => i + 1).filter((seq) => !left.includes(seq))))
  // The other rows are unreadable now: a start must not read the rows after an old message.
  database.exec(`update journal set batch = x'00' where id not in (1, 501, 991)`)
  const { undone, nextSeq } = again()
  assert.deepEqual([undone, nextSeq], [left, 1001])
  assert.deepEqual(
    readUndone(database, undone).map(({ seq, message: { data } }) => [seq, data]),
    left.map((seq) => [seq, `${seq}`]),
  )
  assert.deepEqual(readUndone(database, []), [])
})

test('a message that is not done and not in the journal is a defect, not a loss', (t) => {
  const { database, journal } = openJournal()
  t.after(() => database.close())
  journal.append(encodeMessages([journalMessage('1')]), 1, 0)
  assert.throws(() => readUndone(database, [2]), /in the journal until it is done/)
})
