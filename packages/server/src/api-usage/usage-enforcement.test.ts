/** Tests what stops when a tenant's monthly limit is reached: rule chains, scripts, storage, emails and SMS. */

import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import type { UsageFeature } from '@sonde/model/api-usage/api-usage'
import { DomainError, ErrorCode } from '@sonde/model/errors'
import { NIL_UUID } from '@sonde/model/ids'
import type { Mail } from '../mail/mail-transport.ts'
import {
  type ChainDescription,
  openEngineWorld,
  save,
  straight,
  testMessage,
} from '../rule-chains/engine/engine-testing.ts'
import { failure, success } from '../rule-chains/engine/rule-node.ts'
import { createScripts } from '../scripts/scripts.ts'
import { countedScripts } from './counted-scripts.ts'
import { createEngineUsage } from './engine-usage.ts'
import { createTenantNotices } from './tenant-notifications.ts'

const device = '00000000-0000-4000-8000-00000000000d'

/** Usage mock whose states the test sets. */
function usageOf() {
  const stopped = new Set<UsageFeature>()
  const counted: Record<string, number> = {}
  const ofCustomer: Record<string, number> = {}
  return {
    ofCustomer,
    countOfCustomer(_tenantId: string, _customerId: string, counter: string, amount: number) {
      ofCustomer[counter] = (ofCustomer[counter] ?? 0) + amount
    },
    stopped,
    counted,
    isEnabled: (_tenantId: string, feature: UsageFeature) => !stopped.has(feature),
    count(_tenantId: string, counter: string, amount: number) {
      counted[counter] = (counted[counter] ?? 0) + amount
    },
    require(_tenantId: string, feature: UsageFeature) {
      if (stopped.has(feature)) throw new DomainError(ErrorCode.TOO_MANY_REQUESTS, `${feature} is used up`)
    },
    rejected: (_tenantId: string, feature: UsageFeature) => `${feature} is used up`,
  }
}

async function open(t: TestContext, chain: ChainDescription) {
  const usage = usageOf()
  const world = await openEngineWorld(t, { usage })
  const tenantId = await world.tenant()
  await world.chain(tenantId, chain)
  const send = async (data: string, customerId = NIL_UUID) => {
    await world.commit({ messages: [testMessage(tenantId, device, { data, customerId })] })
    await world.engine.idle()
    return {
      failed: world.engine.stats.failed,
      keys: (await world.storage.series.latest(device)).map(({ key }) => key),
    }
  }
  return { ...world, usage, tenantId, send }
}

test('without rule chains messages are dropped as done; later ones run when the allowance is there', async (t) => {
  const { send, usage, engine } = await open(t, straight)
  const collect = createEngineUsage(() => engine.ruleSets)
  usage.stopped.add('RE')
  assert.deepEqual(await send('{"dropped":1}'), { failed: 0, keys: [] })
  collect(usage.count)
  assert.deepEqual(usage.counted, {})
  usage.stopped.clear()
  assert.deepEqual(await send('{"kept":1}'), { failed: 0, keys: ['kept'] })
  collect(usage.count)
  collect(usage.count)
  assert.deepEqual(usage.counted, { ruleEngineExecutionCount: 3 }, 'profile, switch and save')
  assert.deepEqual(usage.ofCustomer, {})
  await send('{"kept":2}', '00000000-0000-4000-8000-00000000000c')
  assert.deepEqual(usage.ofCustomer, { ruleEngineExecutionCount: 3 })
})

test('without storing the node that saves telemetry fails, and attributes are saved', async (t) => {
  const { send, usage } = await open(t, straight)
  usage.stopped.add('DB')
  assert.deepEqual(await send('{"refused":1}'), { failed: 1, keys: [] })
  usage.stopped.clear()
  assert.deepEqual(await send('{"kept":1}'), { failed: 1, keys: ['kept'] })
})

test('each run of a script counts; without scripts a node fails and the test call says why', async (t) => {
  const usage = usageOf()
  const log = { debug: () => undefined, warn: () => undefined }
  const sandbox = createScripts({ log })
  t.after(sandbox.stop)
  const scripts = countedScripts(sandbox, usage)
  const filter = scripts.compile('tenant', 'node', 'filter', 'return true;')
  const input = { data: '{}', metadata: {}, type: 'T' }
  assert.equal(await filter.run(input), 'true')
  await filter.check()
  const request = { script: 'return 1;', scriptType: 'filter', argNames: ['msg', 'metadata', 'msgType'] }
  const test = () => scripts.test('tenant', { ...request, msg: '{}', metadata: {}, msgType: 'T' })
  await test()
  assert.deepEqual(usage.counted, { jsExecutionCount: 2 })
  usage.stopped.add('JS')
  await assert.rejects(filter.run(input), /JS is used up/)
  assert.deepEqual(await test(), { output: '', error: 'JS is used up' })
  assert.deepEqual(usage.counted, { jsExecutionCount: 2 })
  filter.dispose()
})

test('mails and short messages of chains count when they are sent, and are refused beyond the allowance', async (t) => {
  const usage = usageOf()
  const mails: Mail[] = []
  const numbers: string[] = []
  const notices = createTenantNotices({
    usage,
    mail: {
      send: async (mail) => void mails.push(mail),
    },
    async sendSms(_settings, number) {
      if (number === 'wrong') throw new Error('no number')
      numbers.push(number)
    },
    smsSettings: async () => undefined,
  })
  const world = await openEngineWorld(t, {
    usage,
    notices,
    nodes: {
      Mail: async ({ tenantId, customerId, data }) => {
        try {
          await notices.mail({ tenantId, customerId }, { to: 'a@x.org', subject: data, text: '' })
          return success
        } catch (error) {
          return failure((error as Error).message)
        }
      },
    },
  })
  const tenantId = await world.tenant()
  await world.chain(tenantId, { nodes: { Mail: ['Mail'], Save: save }, links: [['Mail', 'Failure', 'Save']] })
  const send = async () => {
    await world.commit({ messages: [testMessage(tenantId, device)] })
    await world.engine.idle()
  }
  await send()
  const owner = { tenantId, customerId: NIL_UUID }
  await assert.rejects(notices.sms(owner, ['+1', 'wrong', '+2'], 'hello'), /no number/)
  assert.deepEqual([mails.length, numbers, usage.counted], [1, ['+1'], { emailCount: 1, smsCount: 1 }])
  usage.stopped.add('EMAIL').add('SMS')
  await send()
  assert.equal((await world.storage.series.latest(device)).length, 1, 'the failure went its way')
  await assert.rejects(notices.sms(owner, ['+1'], 'hello'), { status: 429, code: 33 })
  assert.deepEqual([mails.length, usage.counted], [1, { emailCount: 1, smsCount: 1 }])
})
