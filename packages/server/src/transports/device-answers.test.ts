import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createCallBudgets } from '../calls/call-budgets.ts'
import type { DeviceRecord } from '../devices/device-directory.ts'
import { testLimits } from '../limits/testing.ts'
import { namedKeys } from '../telemetry/named-keys.ts'
import { createTurns } from '../turns/turns.ts'
import { createDeviceAnswers } from './device-answers.ts'

const keys = namedKeys('k')
const device = (id: string) => ({ tenantId: 'a', id: { id } }) as DeviceRecord

/** Creates device answers whose reads cost `bytes` each; `figures.most` is the maximum number of concurrent reads. */
function setUp(bytes: number, limits: Parameters<typeof testLimits>[0] = {}) {
  const turns = createTurns()
  const figures = { reading: 0, most: 0 }
  const answers = createDeviceAnswers({
    attributes: {
      async attributes() {
        figures.most = Math.max(figures.most, ++figures.reading)
        await new Promise(setImmediate)
        figures.reading--
        turns.budget?.spend(bytes)
        return []
      },
    },
    turns,
    budgets: createCallBudgets(testLimits(limits)),
  })
  return { answers, figures }
}

test('an answer larger than allowed is refused by name', async () => {
  const { answers } = setUp(2_000, { answerBytes: 1_000 })
  await assert.rejects(answers.attributes(device('d'), keys, null), { limit: 'answerBytes' })
})

test('answers count until they were sent', async () => {
  const { answers } = setUp(65_536, { answersInFlight: 2 * 65_536 })
  const ask = (id: string) => answers.attributes(device(id), keys, null)
  const first = await ask('d')
  await ask('e')
  await assert.rejects(ask('f'), { limit: 'answersInFlight' })
  first.release()
  await ask('f')
})

test('a tenant whose devices all ask at once has a few answers made at a time', async () => {
  const { answers, figures } = setUp(1)
  await Promise.all(Array.from({ length: 100 }, (_, i) => answers.attributes(device(`d${i}`), keys, null)))
  assert.equal(figures.most, 4)
})
