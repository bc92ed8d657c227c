import assert from 'node:assert/strict'
import { test } from 'node:test'
import { PayloadError } from '@sonde/model/telemetry/payload'
import type { DeviceRecord } from '../devices/device-directory.ts'
import { newDeviceTraffic } from '../devices/device-traffic.ts'
import type { Guard } from '../guard/guard.ts'
import { createTestGuard } from '../guard/guard-testing.ts'
import type { Commit } from '../journal/commit.ts'
import type { Message } from '../messages/message.ts'
import { attributesOf, telemetryOf } from '../messages/parsed-data.ts'
import { createTransportCounts } from './transport-counts.ts'
import { batchMessagesMax, createUplink, entriesPerUploadMax } from './uplink.ts'

const customerId = '13814000-1dd2-11b2-8080-808080808080'

const deviceOfTenant = (tenantId: string, name = 'pump'): DeviceRecord => ({
  id: { entityType: 'DEVICE', id: name },
  tenantId,
  customerId,
  name,
  type: 'default',
  label: null,
  profileId: 'profile',
  isGateway: false,
  createdTime: 0,
  traffic: newDeviceTraffic(),
  profile: {
    id: 'profile',
    name: 'default',
    transportType: 'DEFAULT',
    defaultRuleChainId: null,
    defaultQueueName: null,
    profileData: {},
  },
})

interface Committed {
  readonly messages: readonly Message[]
  readonly settle: (error?: Error) => void
}

/** Creates an uplink with a journal whose commits settle when the test requests it. */
function openUplink(guard?: Guard) {
  const commits: Committed[] = []
  const commit = (({ messages = [] }: { messages?: readonly Message[] }) =>
    new Promise<void>((resolve, reject) => {
      commits.push({ messages, settle: (error) => (error ? reject(error) : resolve()) })
    })) as unknown as Commit
  const counts = createTransportCounts()
  const uplink = createUplink({
    commit,
    stamper: { stamp: () => 1000 },
    clock: { nowMs: () => 2000 },
    counts,
    serviceId: 'test',
    ...(guard && { guard }),
  })
  const answers: string[] = []
  const waiter = {
    accepted: (token: number) => void answers.push(`accepted ${token}`),
    rejected: (token: number, error: unknown) => void answers.push(`refused ${token}: ${(error as Error).message}`),
  }
  return { commits, counts, uplink, answers, waiter }
}

/** Waits for the check phase of the event loop, in which the uploads of an iteration are committed. */
const turn = () => new Promise<void>((resolve) => setImmediate(resolve))

test('uploads of a turn share a commit per tenant, and are answered in order once it is on disk', async () => {
  const { uplink, commits, counts, answers, waiter } = openUplink()
  const acme = deviceOfTenant('acme')
  assert.equal(uplink.telemetry(acme, '{"a":1}', 'MQTT', waiter, 1), 1)
  uplink.telemetry(deviceOfTenant('other'), '{"a":2}', 'HTTP', waiter, 2)
  uplink.attributes(acme, '{"b":true}', 'MQTT', waiter, 3)
  assert.equal(commits.length, 0)
  await turn()
  assert.deepEqual(
    commits.map(({ messages }) => messages.map(({ tenantId, type }) => `${tenantId} ${type}`)),
    [['acme POST_TELEMETRY_REQUEST', 'acme POST_ATTRIBUTES_REQUEST'], ['other POST_TELEMETRY_REQUEST']],
  )
  assert.deepEqual(answers, [])
  let isIdle = false
  const idle = uplink.idle().then(() => {
    isIdle = true
  })
  commits[1]?.settle()
  await turn()
  assert.deepEqual(answers, ['accepted 2'])
  assert.equal(isIdle, false)
  commits[0]?.settle()
  await idle
  assert.deepEqual(answers, ['accepted 2', 'accepted 1', 'accepted 3'])
  assert.deepEqual(counts.accepted, { ...counts.accepted, MQTT: 2, HTTP: 1 })
})

test('what the journal refuses is refused to those who wait, and not counted', async () => {
  const { uplink, commits, counts, answers, waiter } = openUplink()
  uplink.telemetry(deviceOfTenant('acme'), '{"a":1}', 'MQTT', waiter, 7)
  await turn()
  commits[0]?.settle(new Error('disk full'))
  await uplink.idle()
  assert.deepEqual(answers, ['refused 7: disk full'])
  assert.equal(counts.accepted.MQTT, 0)
})

test('a full batch does not wait for the turn to end', async () => {
  const { uplink, commits, waiter } = openUplink()
  const device = deviceOfTenant('acme')
  for (let i = 1; i < batchMessagesMax; i++) uplink.telemetry(device, '{"a":1}', 'MQTT', waiter, i)
  assert.equal(commits.length, 0)
  uplink.telemetry(device, '{"a":1}', 'MQTT', waiter, batchMessagesMax)
  assert.equal(commits[0]?.messages.length, batchMessagesMax)
  uplink.telemetry(device, '{"a":1}', 'MQTT', waiter, batchMessagesMax + 1)
  await turn()
  assert.equal(commits[1]?.messages.length, 1)
})

test('messages have the time of the entry, or that of the server, and the call its session', async () => {
  const { uplink, commits, waiter } = openUplink()
  const device = deviceOfTenant('acme')
  assert.equal(uplink.telemetry(device, '[{"ts":5,"values":{"a":1}},{"b":2.5}]', 'MQTT', waiter, 1), 2)
  uplink.clientCall(device, { sessionId: 's', requestId: 4, data: '{"method":"m","params":{}}' }, 'HTTP', waiter, 2)
  await turn()
  const messages = commits[0]?.messages ?? []
  assert.deepEqual(
    messages.map(({ data, metadata }) => [data, metadata.ts]),
    [
      ['{"a":1}', '5'],
      ['{"b":2.5}', '1000'],
      ['{"method":"m","params":{}}', undefined],
    ],
  )
  assert.deepEqual(messages[2]?.metadata, {
    deviceName: 'pump',
    deviceType: 'default',
    requestId: '4',
    serviceId: 'test',
    sessionId: 's',
  })
  assert.equal(messages[0]?.ts, 2000)
})

test('texts that look like numbers stay texts if the profile says so, and the message says it too', async () => {
  const { uplink, commits, waiter } = openUplink()
  const plain = deviceOfTenant('acme')
  const keeping = (keepText: boolean) => ({
    ...plain,
    profile: { ...plain.profile, profileData: { configuration: { type: 'DEFAULT', keepText } } },
  })
  const text = '{"serial":"000012300007","version":"1.10","t":21.5}'
  for (const device of [plain, keeping(false), keeping(true)]) {
    uplink.telemetry(device, text, 'MQTT', waiter, 1)
    uplink.attributes(device, text, 'MQTT', waiter, 2)
  }
  await turn()
  const messages = commits.flatMap((commit) => commit.messages)
  const read = (message: Message) =>
    message.type === 'POST_ATTRIBUTES_REQUEST' ? attributesOf(message) : telemetryOf(message)[0]?.values
  const seen = messages.map((message) => {
    // As after a restart: from the text alone.
    const { parsed: _, ...stored } = message
    assert.deepEqual(read({ ...stored, parsed: undefined }), read(message))
    return [message.metadata.keepText, read(message)?.map(({ value }) => value)]
  })
  const numbers = [undefined, [12_300_007, 1.1, 21.5]]
  const texts = ['true', ['000012300007', '1.10', 21.5]]
  assert.deepEqual(seen, [...Array(4).fill(numbers), ...Array(2).fill(texts)])
})

test('nothing comes of an empty list; nulls are answered behind those before them', async () => {
  const { uplink, commits, answers, waiter } = openUplink()
  const device = deviceOfTenant('acme')
  assert.equal(uplink.telemetry(device, '[]', 'MQTT', waiter, 1), 0)
  assert.equal(uplink.telemetry(device, '{"a":null}', 'MQTT', waiter, 2), 1)
  await uplink.idle()
  assert.equal(commits.length, 0)
  assert.deepEqual(answers, ['accepted 2'])
})

test('a list may have as many entries as the limit, and what is refused leaves nothing behind', async () => {
  const { uplink, commits, waiter } = openUplink()
  const device = deviceOfTenant('acme')
  const list = (entries: number) => `[${Array(entries).fill('{"a":1}').join()}]`
  assert.throws(() => uplink.telemetry(device, list(entriesPerUploadMax + 1), 'MQTT', waiter, 1), PayloadError)
  await turn()
  assert.equal(commits.length, 0)
  assert.equal(uplink.telemetry(device, list(entriesPerUploadMax), 'MQTT', waiter, 2), entriesPerUploadMax)
  assert.equal(commits[0]?.messages.length, entriesPerUploadMax)
})

test('a long upload goes in parts of one turn each, is counted once and resolves when all are on disk', async () => {
  const { uplink, commits, counts } = openUplink()
  let turns = 0
  const stored = uplink.longTelemetry(
    deviceOfTenant('acme'),
    `[${Array(2500).fill('{"a":1}').join()}]`,
    'HTTP',
    async (part) => {
      turns++
      await turn()
      return part()
    },
  )
  let isStored = false
  void stored.then(() => {
    isStored = true
  })
  const committed = () => commits.reduce((sum, { messages }) => sum + messages.length, 0)
  for (let i = 0; i < 1000 && committed() < 2500; i++) await turn()
  assert.equal(committed(), 2500)
  assert.ok(turns > 3)
  assert.equal(isStored, false)
  for (const { settle } of commits) settle()
  assert.equal(await stored, 2500)
  assert.equal(counts.accepted.HTTP, 1)
})

test('a waiter that fails ends what it belongs to; the others get their answers', async () => {
  const guard = createTestGuard()
  const { uplink, commits, answers, waiter } = openUplink(guard)
  const work = guard.work({ part: 'device connection', end: () => answers.push('ended') })
  const fails = () => {
    throw new Error('a connection')
  }
  const device = deviceOfTenant('acme')
  uplink.telemetry(device, '{"a":1}', 'MQTT', { work, accepted: fails, rejected: fails }, 1)
  uplink.telemetry(device, '{"a":2}', 'MQTT', waiter, 2)
  await turn()
  commits[0]?.settle()
  await uplink.idle()
  assert.deepEqual(answers, ['ended', 'accepted 2'])

  uplink.telemetry(device, '{"a":3}', 'MQTT', { work, accepted: fails, rejected: fails }, 3)
  uplink.telemetry(device, '{"a":4}', 'MQTT', waiter, 4)
  await turn()
  commits[1]?.settle(new Error('full'))
  await uplink.idle()
  assert.deepEqual(answers.slice(2), ['ended', 'refused 4: full'])
  assert.deepEqual(guard.caught, ['device connection: a connection', 'device connection: a connection'])
})
