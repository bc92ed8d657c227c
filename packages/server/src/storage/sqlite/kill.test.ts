/** Acknowledged data survives a kill: repeatedly kills a writing process at a random moment. */

import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { DatabaseSync } from 'node:sqlite'
import { test } from 'node:test'
import { openTestStorage, temporaryFolder } from '../testing.ts'
import { addDialectFunctions } from './dialect-functions.ts'

const rounds = Number(process.env.SONDE_KILL_ROUNDS ?? 5)

test(`nothing acknowledged is missing after a kill, ${rounds} rounds`, async (t) => {
  const dataFolder = await temporaryFolder(t)
  /** Acknowledged points by key: the numbers 0, 1, 2 … at ts = number. */
  const acknowledged = new Map<string, Set<number>>()
  let messagesAcknowledged = 0
  let seqAcknowledged = 0
  let entity = ''

  for (let round = 0; round < rounds; round++) {
    const child = spawn(process.execPath, [join(import.meta.dirname, 'kill-child.ts'), dataFolder, String(round)], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    t.after(() => child.kill('SIGKILL'))
    const lines = createInterface({ input: child.stdout })
    // The child is killed after some hundred to some thousand acknowledgements, a different number in each round.
    const enough = 200 + Math.floor(Math.random() * 4000)
    let seen = 0
    lines.on('line', (line) => {
      const [kind, key, number] = line.split(' ') as [string, string, string]
      if (kind === 'entity') entity = key
      else if (kind === 'message') {
        messagesAcknowledged++
        seqAcknowledged = Math.max(seqAcknowledged, Number(number))
      } else {
        const numbers = acknowledged.get(key) ?? new Set()
        acknowledged.set(key, numbers.add(Number(number)))
      }
      if (++seen === enough) child.kill('SIGKILL')
    })
    const ended = once(lines, 'close')
    const [, signal] = await once(child, 'exit')
    await ended
    assert.equal(signal, 'SIGKILL', 'the writing process ran until it was killed')
    assert.ok(seen >= enough)

    const storage = await openTestStorage(t, { dataFolder })
    const span = { startTs: 0, endTs: 1e12, limit: 1e7, order: 'ASC', aggregation: 'NONE', intervalMs: 0 } as const
    const keys = [...acknowledged.keys()]
    const stored = await storage.series.range({ entityId: entity, keys, ...span })
    const latest = new Map((await storage.series.latest(entity)).map((point) => [point.key, point.ts]))
    for (const [key, numbers] of acknowledged) {
      const points = stored.get(key) ?? []
      const found = new Set(points.map(({ ts }) => ts))
      assert.equal(found.size, points.length, 'no point twice')
      assert.deepEqual(
        [...numbers].filter((number) => !found.has(number)),
        [],
        `${key}: acknowledged and missing`,
      )
      assert.equal(latest.get(key), points.at(-1)?.ts, `${key}: the latest value is the newest point`)
    }
    // The child never reports outcomes of its last messages: exactly those are recovered, without gaps.
    const left = await storage.recover()
    const { messages } = await storage.transact({ messages: left.slice(0, 1).map(({ message }) => message) })
    assert.ok(left.every(({ seq }, i) => i === 0 || seq > (left[i - 1]?.seq ?? 0)))
    assert.ok((messages[0]?.seq ?? Number.POSITIVE_INFINITY) > seqAcknowledged, 'no position is given twice')
    await storage.transact({ done: [...left, ...messages].map(({ seq }) => seq) })
    await storage.close()

    const database = new DatabaseSync(join(dataFolder, 'sonde.db'))
    addDialectFunctions(database)
    assert.deepEqual({ ...database.prepare('pragma integrity_check').get() }, { integrity_check: 'ok' })
    database.close()
  }
  assert.ok(messagesAcknowledged > 0)
})
