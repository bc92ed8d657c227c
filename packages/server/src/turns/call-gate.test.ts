import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type CallKind, callsAtOnce, createCallGate } from './call-gate.ts'

const { read: reads, change: changes } = callsAtOnce

const owner = (tenantId: string, userId: string, isPublic = false) => ({ tenantId, userId, isPublic })

/** Requests `count` slots; returns the release functions of the admitted ones. */
async function entered(
  gate: ReturnType<typeof createCallGate>,
  who: ReturnType<typeof owner>,
  count: number,
  kind: CallKind = 'read',
) {
  const leave: (() => void)[] = []
  for (let i = 0; i < count; i++) void Promise.resolve(gate.enter(who, kind)).then((out) => leave.push(out))
  await new Promise((resolve) => setImmediate(resolve))
  return leave
}

const settled = () => new Promise((resolve) => setImmediate(resolve))

/** More calls than are admitted of any owner. */
const many = 60

test('so many calls of a user, of visitors and of a tenant are worked on at once', async () => {
  const gate = createCallGate()
  const ofUser = await entered(gate, owner('a', '1'), many)
  const ofVisitors = await entered(gate, owner('a', 'public', true), many)
  const ofAnother = await entered(gate, owner('a', '2'), many)
  assert.deepEqual([ofUser.length, ofVisitors.length], [reads.user, reads.visitor])
  assert.equal(ofAnother.length, reads.tenant - reads.user - reads.visitor)
  assert.equal((await entered(gate, owner('b', '1'), many)).length, reads.user)
  assert.equal(gate.waitingOf('a'), 3 * many - reads.tenant)
  assert.equal(gate.waitingOfUser(owner('a', '1')), many - reads.user)
  assert.equal(gate.waiting, 4 * many - reads.tenant - reads.user)
  assert.deepEqual(
    [gate.waitingOfMost('a', false), gate.waitingOfMost('a', true), gate.waitingOfMost('b', true)],
    [many - ofAnother.length, many - reads.visitor, 0],
  )
})

test('changes wait for other changes only', async () => {
  const gate = createCallGate()
  const leave = await entered(gate, owner('a', '1'), many, 'change')
  assert.equal(leave.length, changes.user)
  assert.equal((await entered(gate, owner('a', '1'), many)).length, reads.user)
  assert.equal((await entered(gate, owner('a', '2'), many, 'change')).length, changes.tenant - changes.user)
  assert.equal(gate.waitingOfUser(owner('a', '1')), many - changes.user + many - reads.user)
  leave[0]?.()
  await settled()
  assert.equal(leave.length, changes.user + 1)
})

test('the users of a tenant are let in by turns, each in the order of its calls', async () => {
  const gate = createCallGate()
  const inside = [
    ...(await entered(gate, owner('a', '1'), reads.user)),
    ...(await entered(gate, owner('a', '2'), reads.user)),
  ]
  const order: string[] = []
  for (const name of ['1 first', '1 second', '1 third', '2 first', '3 first']) {
    void Promise.resolve(gate.enter(owner('a', name.slice(0, 1)), 'read')).then(() => order.push(name))
  }
  await settled()
  assert.equal(order.length, 0)
  // Releases one slot of the first and one of the second user.
  inside[0]?.()
  inside.at(-1)?.()
  inside[0]?.()
  await settled()
  assert.equal(order.length, 2, order.join())
  for (const leave of inside) leave()
  await settled()
  assert.deepEqual(order.toSorted(), ['1 first', '1 second', '1 third', '2 first', '3 first'])
  assert.ok(
    order.indexOf('1 first') < order.indexOf('1 second') && order.indexOf('1 second') < order.indexOf('1 third'),
  )
  assert.ok(order.indexOf('3 first') < 3, order.join())
})

test('who has nothing inside and nobody waiting is forgotten', async () => {
  const gate = createCallGate()
  for (let i = 0; i < 100; i++) for (const leave of await entered(gate, owner('a', `${i}`), 1)) leave()
  assert.deepEqual([gate.waiting, gate.waitingOf('a'), gate.waitingOfUser(owner('a', '1'))], [0, 0, 0])
})
