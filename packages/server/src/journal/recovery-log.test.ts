import assert from 'node:assert/strict'
import { existsSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { temporaryFolder } from '../storage/testing.ts'
import { endsMax, livesMax, openRecoveryLog } from './recovery-log.ts'

test('a message at which the process ends again and again is given up, others are not', async (t) => {
  const folder = await temporaryFolder(t)
  const undone = [3, 4, 9]
  for (let life = 1; life <= endsMax; life++) {
    const log = openRecoveryLog(folder, undone)
    assert.deepEqual([...log.givenUp], [], `life ${life}`)
    log.begin(3)
    log.begin(4)
    // Simulates the end of the process here.
  }
  const log = openRecoveryLog(folder, undone)
  assert.deepEqual([...log.givenUp.keys()], [4])
  assert.match(log.givenUp.get(4) ?? '', /ended 3 times while/)
  assert.equal(log.nextSeq, 10)
  log.close(true)
  assert.deepEqual(readdirSync(folder), [])
})

test('an end between two messages is nobody’s', async (t) => {
  const folder = await temporaryFolder(t)
  for (let life = 0; life < 5; life++) {
    const log = openRecoveryLog(folder, [1, 2])
    log.begin(1)
    log.end()
    assert.equal(log.givenUp.size, 0)
  }
})

test('an end at a message that is done since counts no more', async (t) => {
  const folder = await temporaryFolder(t)
  openRecoveryLog(folder, [1, 2]).begin(1)
  openRecoveryLog(folder, [2]).begin(2)
  assert.equal(openRecoveryLog(folder, [1, 2]).givenUp.size, 0)
})

test('what is left by many ends of the process is given up; a stop is no end', async (t) => {
  const folder = await temporaryFolder(t)
  for (let life = 0; life < livesMax; life++) {
    const undone = life % 2 === 0 ? [5, 6, 7, life + 100] : [5, 6, 7]
    assert.equal(openRecoveryLog(folder, undone).givenUp.size, 0, `life ${life}`)
  }
  openRecoveryLog(folder, [5, 6, 7]).close(false)
  const stopped = openRecoveryLog(folder, [5, 6, 7])
  assert.equal(stopped.givenUp.size, 0, 'it begins anew after a stop')
  for (let life = 1; life < livesMax; life++) {
    assert.equal(openRecoveryLog(folder, [5, 6, 7]).givenUp.size, 0, `life ${life}`)
  }
  const { givenUp } = openRecoveryLog(folder, [5, 6, 7, 8])
  assert.deepEqual([...givenUp.keys()], [5, 6, 7])
  assert.match(givenUp.get(5) ?? '', /ended 10 times before/)
})

test('without anything left there is no file; broken files count as none', async (t) => {
  const folder = await temporaryFolder(t)
  openRecoveryLog(folder, []).begin(1)
  assert.deepEqual(readdirSync(folder), [])
  writeFileSync(join(folder, 'recovery.json'), '{"isStopped":fal')
  writeFileSync(join(folder, 'recovery.mark'), 'xyz')
  const log = openRecoveryLog(folder, [1])
  assert.equal(log.givenUp.size, 0)
  assert.ok(existsSync(join(folder, 'recovery.mark')))
})
